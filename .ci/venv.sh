# Sourced by ./play and ./check: `ready EXTRAS` makes .venv hold the project with those extras.

python_or_die() {
    for candidate in "${PYTHON:-}" python3 python3.14 python3.13 python3.12 python3.11; do
        if [ -n "$candidate" ] && "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
            echo "$candidate"
            return
        fi
    done
    echo "Python 3.11 or newer is needed; none was found (set PYTHON to its path)." >&2
    exit 1
}

ready() {
    wanted="$(cat pyproject.toml && echo "$1")"
    if [ -f ".venv/ready$1" ] && [ "$(cat ".venv/ready$1")" = "$wanted" ]; then
        return
    fi
    python="$(python_or_die)" || exit 1
    # Debian splits venv off; without ensurepip a venv has no pip
    if ! "$python" -c 'import ensurepip, venv' 2>/dev/null; then
        if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
            echo "Installing python3-venv ..." >&2
            apt-get update -qq >&2 && apt-get install -y -qq python3-venv >&2 || exit 1
        else
            echo "Python's venv module is missing. On Debian: sudo apt install python3-venv" >&2
            exit 1
        fi
    fi
    echo "Setting up .venv (once) ..." >&2
    [ -x .venv/bin/python ] || "$python" -m venv .venv || exit 1
    # An old pip takes far longer and knows fewer options
    .venv/bin/python -m pip install -qq --disable-pip-version-check --upgrade 'pip>=25.1' >&2 || exit 1
    .venv/bin/python -m pip install -qq --disable-pip-version-check --editable ".$1" >&2 || exit 1
    printf '%s\n' "$wanted" >".venv/ready$1"
}

# What the example in JavaScript needs, if node is here; its tests are skipped otherwise.
ready_for_javascript() {
    kept=.venv/node
    needed=client/kit/examples/package.json
    if ! command -v npm >/dev/null || cmp -s "$needed" "$kept/package.json" 2>/dev/null; then
        return
    fi
    mkdir -p "$kept" && cp "$needed" "$kept/package.json"
    if ! npm install --silent --no-audit --no-fund --prefix "$kept" >&2; then
        rm -f "$kept/package.json"
        echo "npm cannot install what client/kit/examples needs; its tests will be skipped." >&2
    fi
}
