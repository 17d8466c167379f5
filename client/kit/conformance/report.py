"""What became of the cases: lines for people, and JUnit XML for machines."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from xml.etree import ElementTree as ET

from haydes.client.kit.conformance.case import Verdict


@dataclass(frozen=True, slots=True)
class Result:
    number: int
    rules: tuple[str, ...]
    category: str
    title: str
    verdict: Verdict
    why: str = ""
    seconds: float = 0.0


def line(result: Result) -> str:
    rules = " ".join(result.rules)
    told = f"{result.number:>5} {result.verdict.value:<11} {result.title} [{rules}]"
    return f"{told}\n      {result.why}" if result.why else told


def summary(results: Sequence[Result]) -> str:
    count = Counter(result.verdict for result in results)
    return ", ".join(f"{count[verdict]} {verdict.value}" for verdict in Verdict)


def junit(results: Sequence[Result], suite: str) -> bytes:
    """Write the results as JUnit XML; non-strict counts as passed there."""
    count = Counter(result.verdict for result in results)
    root = ET.Element(
        "testsuite",
        name=suite,
        tests=str(len(results)),
        failures=str(count[Verdict.FAIL]),
        skipped=str(count[Verdict.NOT_COVERED]),
        time=f"{sum(result.seconds for result in results):.3f}",
    )
    for result in results:
        case = ET.SubElement(
            root,
            "testcase",
            classname=f"{suite}.{result.category}",
            name=f"{result.number} {result.title} [{' '.join(result.rules)}]",
            time=f"{result.seconds:.3f}",
        )
        match result.verdict:
            case Verdict.FAIL:
                ET.SubElement(case, "failure", message=_plain(result.why))
            case Verdict.NOT_COVERED:
                ET.SubElement(case, "skipped", message=_plain(result.why))
            case Verdict.NON_STRICT:
                ET.SubElement(case, "system-out").text = _plain(f"non-strict: {result.why}")
            case Verdict.PASS:
                pass
    text: bytes = ET.tostring(root, encoding="utf-8", xml_declaration=True)
    return text


def _plain(text: str) -> str:
    """XML 1.0 cannot hold control characters, not even escaped."""
    return "".join(char if char.isprintable() else "\ufffd" for char in text)
