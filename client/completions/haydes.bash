# bash completion of the haydes commands
_haydes() {
    local IFS=$'\n' current="$2" before="$3" context="${1##*/}" word words=""
    COMPREPLY=()
    for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
        case "$context $word" in 'haydes-server doctor'|'haydes-server journal'|'haydes-server journal verify'|'haydes-server journal show'|'haydes-server journal export'|'haydes-server journal delete'|'haydes-server backup'|'haydes-kit bench'|'haydes-kit conformance'|'haydes-kit conformance server'|'haydes-kit conformance client'|'haydes-kit proxy'|'haydes-kit server'|'haydes-kit simulate'|'haydes-kit tap'|'haydes-kit verify') context="$context $word" ;; esac
    done
    if [[ $current == = ]]; then current=""; fi
    if [[ $before == = ]]; then before="${COMP_WORDS[COMP_CWORD - 2]}"; fi
    case "$context $before" in
        'haydes-client --name') return ;;
        'haydes-client --table') return ;;
        'haydes-client --word') return ;;
        'haydes-client --server-word') return ;;
        'haydes-client --seats') return ;;
        'haydes-client --bots') return ;;
        'haydes-client --option') return ;;
        'haydes-client --replay') COMPREPLY=($(compgen -f -- "$current")); return ;;
        'haydes-client --forget') return ;;
        'haydes-client --color') COMPREPLY=($(compgen -W $'auto\nalways\nnever' -- "$current")); return ;;
        'haydes-client --theme') COMPREPLY=($(compgen -W $'dark\nlight\nnone' -- "$current")); return ;;
        'haydes-client --bell') COMPREPLY=($(compgen -W $'on\noff' -- "$current")); return ;;
        'haydes-client --cards') COMPREPLY=($(compgen -W $'words\nshort' -- "$current")); return ;;
        'haydes-client --config') COMPREPLY=($(compgen -f -- "$current")); return ;;
        'haydes-client --give-up') return ;;
        'haydes-client --log') COMPREPLY=($(compgen -f -- "$current")); return ;;
        'haydes-client --print-completion') COMPREPLY=($(compgen -W $'bash\nzsh\nfish' -- "$current")); return ;;
        'haydes-server --host') return ;;
        'haydes-server --port') return ;;
        'haydes-server --name') return ;;
        'haydes-server --bot-pause') return ;;
        'haydes-server --word') return ;;
        'haydes-server --word-file') COMPREPLY=($(compgen -f -- "$current")); return ;;
        'haydes-server --exempt') return ;;
        'haydes-server --data') COMPREPLY=($(compgen -f -- "$current")); return ;;
        'haydes-server --keep-free') return ;;
        'haydes-server --log-level') return ;;
        'haydes-server --tls-cert') COMPREPLY=($(compgen -f -- "$current")); return ;;
        'haydes-server --tls-key') COMPREPLY=($(compgen -f -- "$current")); return ;;
        'haydes-server --config') COMPREPLY=($(compgen -f -- "$current")); return ;;
        'haydes-server --rehearse') return ;;
        'haydes-server doctor --data') COMPREPLY=($(compgen -f -- "$current")); return ;;
        'haydes-server doctor --config') COMPREPLY=($(compgen -f -- "$current")); return ;;
        'haydes-server journal verify --data') COMPREPLY=($(compgen -f -- "$current")); return ;;
        'haydes-server journal verify --config') COMPREPLY=($(compgen -f -- "$current")); return ;;
        'haydes-server journal show --data') COMPREPLY=($(compgen -f -- "$current")); return ;;
        'haydes-server journal show --config') COMPREPLY=($(compgen -f -- "$current")); return ;;
        'haydes-server journal export --data') COMPREPLY=($(compgen -f -- "$current")); return ;;
        'haydes-server journal export --config') COMPREPLY=($(compgen -f -- "$current")); return ;;
        'haydes-server journal delete --data') COMPREPLY=($(compgen -f -- "$current")); return ;;
        'haydes-server journal delete --config') COMPREPLY=($(compgen -f -- "$current")); return ;;
        'haydes-server backup --data') COMPREPLY=($(compgen -f -- "$current")); return ;;
        'haydes-server backup --config') COMPREPLY=($(compgen -f -- "$current")); return ;;
        'haydes-kit bench --game') return ;;
        'haydes-kit bench --tables') return ;;
        'haydes-kit bench --seats') return ;;
        'haydes-kit bench --seconds') return ;;
        'haydes-kit bench --server-word') return ;;
        'haydes-kit bench --json') COMPREPLY=($(compgen -f -- "$current")); return ;;
        'haydes-kit conformance server --slow') return ;;
        'haydes-kit conformance server --own') return ;;
        'haydes-kit conformance server --word') return ;;
        'haydes-kit conformance server --only') return ;;
        'haydes-kit conformance server --junit') COMPREPLY=($(compgen -f -- "$current")); return ;;
        'haydes-kit conformance server --patience') return ;;
        'haydes-kit conformance server --jobs') return ;;
        'haydes-kit conformance client --only') return ;;
        'haydes-kit conformance client --junit') COMPREPLY=($(compgen -f -- "$current")); return ;;
        'haydes-kit conformance client --patience') return ;;
        'haydes-kit conformance client --jobs') return ;;
        'haydes-kit conformance client --on-start') return ;;
        'haydes-kit conformance client --on-turn') return ;;
        'haydes-kit proxy --fault') return ;;
        'haydes-kit proxy --seed') return ;;
        'haydes-kit server --port') return ;;
        'haydes-kit server --seed') return ;;
        'haydes-kit server --deal') return ;;
        'haydes-kit server --limit') return ;;
        'haydes-kit simulate --games') return ;;
        'haydes-kit simulate --seats') return ;;
        'haydes-kit simulate --bots') return ;;
        'haydes-kit simulate --option') return ;;
        'haydes-kit simulate --seed') return ;;
        'haydes-kit simulate --csv') COMPREPLY=($(compgen -f -- "$current")); return ;;
        'haydes-kit simulate --jobs') return ;;
        'haydes-kit tap --listen') return ;;
        'haydes-kit tap --table') return ;;
        'haydes-kit tap --word') return ;;
        'haydes-kit tap --server-word') return ;;
    esac
    case "$context" in
        'haydes-client') words=$'-h\n--help\n--name\n--table\n--watch\n--word\n--server-word\n--solo\n--tutorial\n--new\n--seats\n--bots\n--option\n--replay\n--stats\n--tls\n--no-tls\n--forget\n--plain\n--json\n--full\n--ascii\n--unicode\n--color\n--theme\n--bell\n--cards\n--config\n--give-up\n--log\n--print-paths\n--print-completion\n--version' ;;
        'haydes-server') words=$'doctor\njournal\nbackup\n-h\n--help\n--host\n--port\n--name\n--bot-pause\n--word\n--word-file\n--exempt\n--data\n--keep-free\n--log-level\n--tls-cert\n--tls-key\n--no-discovery\n--tls-only\n--no-tls\n--config\n--until-stdin-closes\n--volatile\n--rehearse\n--print-limits\n--version' ;;
        'haydes-server doctor') words=$'-h\n--help\n--data\n--config' ;;
        'haydes-server journal') words=$'verify\nshow\nexport\ndelete\n-h\n--help' ;;
        'haydes-server journal verify') words=$'-h\n--help\n--data\n--config' ;;
        'haydes-server journal show') words=$'-h\n--help\n--data\n--config\n--secrets' ;;
        'haydes-server journal export') words=$'-h\n--help\n--data\n--config\n--msgpack\n--secrets' ;;
        'haydes-server journal delete') words=$'-h\n--help\n--data\n--config\n--yes' ;;
        'haydes-server backup') words=$'-h\n--help\n--data\n--config'; COMPREPLY=($(compgen -f -- "$current")) ;;
        'haydes-kit') words=$'bench\nconformance\nproxy\nserver\nsimulate\ntap\nverify\n-h\n--help\n--version' ;;
        'haydes-kit bench') words=$'-h\n--help\n--game\n--tables\n--seats\n--seconds\n--server-word\n--json' ;;
        'haydes-kit conformance') words=$'server\nclient\n-h\n--help' ;;
        'haydes-kit conformance server') words=$'-h\n--help\n--slow\n--own\n--word\n--only\n--junit\n--list\n--patience\n--jobs\n--quiet' ;;
        'haydes-kit conformance client') words=$'-h\n--help\n--only\n--junit\n--list\n--patience\n--jobs\n--quiet\n--on-start\n--on-turn' ;;
        'haydes-kit proxy') words=$'-h\n--help\n--fault\n--seed' ;;
        'haydes-kit server') words=$'-h\n--help\n--port\n--seed\n--deal\n--limit\n--until-stdin-closes' ;;
        'haydes-kit simulate') words=$'-h\n--help\n--games\n--seats\n--bots\n--option\n--seed\n--csv\n--jobs' ;;
        'haydes-kit tap') words=$'-h\n--help\n--listen\n--table\n--word\n--server-word\n--secrets\n--whole' ;;
        'haydes-kit verify') words=$'-h\n--help'; COMPREPLY=($(compgen -f -- "$current")) ;;
    esac
    COMPREPLY+=($(compgen -W "$words" -- "$current"))
}
complete -o filenames -F _haydes haydes-client haydes-server haydes-kit
