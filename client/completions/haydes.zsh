#compdef haydes-client haydes-server haydes-kit
_haydes() {
    local context=${words[1]:t} before=${words[CURRENT-1]} word
    local -a found
    for word in ${words[2,CURRENT-1]}; do
        case "$context $word" in 'haydes-server doctor'|'haydes-server journal'|'haydes-server journal verify'|'haydes-server journal show'|'haydes-server journal export'|'haydes-server journal delete'|'haydes-server backup'|'haydes-kit bench'|'haydes-kit conformance'|'haydes-kit conformance server'|'haydes-kit conformance client'|'haydes-kit proxy'|'haydes-kit server'|'haydes-kit simulate'|'haydes-kit tap'|'haydes-kit verify') context="$context $word" ;; esac
    done
    case "$context $before" in
        'haydes-client --name') _message "a value"; return ;;
        'haydes-client --table') _message "a value"; return ;;
        'haydes-client --word') _message "a value"; return ;;
        'haydes-client --server-word') _message "a value"; return ;;
        'haydes-client --seats') _message "a value"; return ;;
        'haydes-client --bots') _message "a value"; return ;;
        'haydes-client --option') _message "a value"; return ;;
        'haydes-client --replay') _files; return ;;
        'haydes-client --forget') _message "a value"; return ;;
        'haydes-client --color') compadd -- auto always never; return ;;
        'haydes-client --theme') compadd -- dark light none; return ;;
        'haydes-client --bell') compadd -- on off; return ;;
        'haydes-client --cards') compadd -- words short; return ;;
        'haydes-client --config') _files; return ;;
        'haydes-client --give-up') _message "a value"; return ;;
        'haydes-client --log') _files; return ;;
        'haydes-client --print-completion') compadd -- bash zsh fish; return ;;
        'haydes-server --host') _message "a value"; return ;;
        'haydes-server --port') _message "a value"; return ;;
        'haydes-server --name') _message "a value"; return ;;
        'haydes-server --bot-pause') _message "a value"; return ;;
        'haydes-server --word') _message "a value"; return ;;
        'haydes-server --word-file') _files; return ;;
        'haydes-server --exempt') _message "a value"; return ;;
        'haydes-server --data') _files; return ;;
        'haydes-server --keep-free') _message "a value"; return ;;
        'haydes-server --log-level') _message "a value"; return ;;
        'haydes-server --tls-cert') _files; return ;;
        'haydes-server --tls-key') _files; return ;;
        'haydes-server --config') _files; return ;;
        'haydes-server --rehearse') _message "a value"; return ;;
        'haydes-server doctor --data') _files; return ;;
        'haydes-server doctor --config') _files; return ;;
        'haydes-server journal verify --data') _files; return ;;
        'haydes-server journal verify --config') _files; return ;;
        'haydes-server journal show --data') _files; return ;;
        'haydes-server journal show --config') _files; return ;;
        'haydes-server journal export --data') _files; return ;;
        'haydes-server journal export --config') _files; return ;;
        'haydes-server journal delete --data') _files; return ;;
        'haydes-server journal delete --config') _files; return ;;
        'haydes-server backup --data') _files; return ;;
        'haydes-server backup --config') _files; return ;;
        'haydes-kit bench --game') _message "a value"; return ;;
        'haydes-kit bench --tables') _message "a value"; return ;;
        'haydes-kit bench --seats') _message "a value"; return ;;
        'haydes-kit bench --seconds') _message "a value"; return ;;
        'haydes-kit bench --server-word') _message "a value"; return ;;
        'haydes-kit bench --json') _files; return ;;
        'haydes-kit conformance server --slow') _message "a value"; return ;;
        'haydes-kit conformance server --own') _message "a value"; return ;;
        'haydes-kit conformance server --word') _message "a value"; return ;;
        'haydes-kit conformance server --only') _message "a value"; return ;;
        'haydes-kit conformance server --junit') _files; return ;;
        'haydes-kit conformance server --patience') _message "a value"; return ;;
        'haydes-kit conformance server --jobs') _message "a value"; return ;;
        'haydes-kit conformance client --only') _message "a value"; return ;;
        'haydes-kit conformance client --junit') _files; return ;;
        'haydes-kit conformance client --patience') _message "a value"; return ;;
        'haydes-kit conformance client --jobs') _message "a value"; return ;;
        'haydes-kit conformance client --on-start') _message "a value"; return ;;
        'haydes-kit conformance client --on-turn') _message "a value"; return ;;
        'haydes-kit proxy --fault') _message "a value"; return ;;
        'haydes-kit proxy --seed') _message "a value"; return ;;
        'haydes-kit server --port') _message "a value"; return ;;
        'haydes-kit server --seed') _message "a value"; return ;;
        'haydes-kit server --deal') _message "a value"; return ;;
        'haydes-kit server --limit') _message "a value"; return ;;
        'haydes-kit simulate --games') _message "a value"; return ;;
        'haydes-kit simulate --seats') _message "a value"; return ;;
        'haydes-kit simulate --bots') _message "a value"; return ;;
        'haydes-kit simulate --option') _message "a value"; return ;;
        'haydes-kit simulate --seed') _message "a value"; return ;;
        'haydes-kit simulate --csv') _files; return ;;
        'haydes-kit simulate --jobs') _message "a value"; return ;;
        'haydes-kit tap --listen') _message "a value"; return ;;
        'haydes-kit tap --table') _message "a value"; return ;;
        'haydes-kit tap --word') _message "a value"; return ;;
        'haydes-kit tap --server-word') _message "a value"; return ;;
    esac
    case "$context" in
        'haydes-client') found=('-h:show this help message and exit' '--help:show this help message and exit' '--name:your name, as others see it' '--table:join this table at once' '--watch:watch it, without a seat' '--word:the word of a private table' '--server-word:the servers word, if it asks everybody for one (or HAYDES_WORD)' '--solo:play against bots on a server of your own' '--tutorial:learn a game in four minutes, on a server of your own (haydes, hounds, holyquest' '--new:solo begin anew, even if a game of this kind is kept' '--seats:solo how many seats' '--bots:solo how many bots' '--option:solo a rule, such as map=block or turn_limit=12' '--replay:see a match again that this client, or a friends, has kept' '--stats:add your finished games up, and end' '--tls:encrypt the link even to a server on this machine' '--no-tls:do not encrypt it others on the way can read along' '--forget:forget a servers key, and end' '--plain:line by line' '--json:an object a line, for scripts' '--full:full screen, even in a small window' '--ascii:draw with ASCII only' '--unicode:draw with all signs' '--color:colours' '--theme:colours for a dark or a light terminal, or none' '--bell:ring on your turn' '--cards:how cards are told six of clubs, or 6C' '--config:TOML file with settings' '--give-up:plain, JSON how long to wait for a link after the last line (60)' '--log:write failures to this file' '--print-paths:print where files are kept' '--print-completion:print a script that completes all haydes commands in a shell' '--version:show programs version number and exit'); ;;
        'haydes-server') found=('doctor:say how a server is, running or not, and what to do' 'journal:' 'backup:copy all tables, as of one moment, to a new file' '-h:show this help message and exit' '--help:show this help message and exit' '--host:name or address to listen on' '--port:port' '--name:name of this server, shown to players' '--bot-pause:least time of a bots act' '--word:word that everybody who connects has to know' '--word-file:file whose first line is that word' '--exempt:networks, such as 192.0.2.0/24, whose addresses stand for many people' '--data:folder for the tables' '--keep-free:no new tables with less space on the disk' '--log-level:debug, info, warning, error' '--tls-cert:certificate in PEM' '--tls-key:its key' '--no-discovery:do not tell the local network of this server' '--tls-only:turn plain connections away' '--no-tls:plain connections only' '--config:TOML file with settings' '--until-stdin-closes:end when standard input does for a program that starts its own server' '--volatile:keep nothing tables end with the server' '--rehearse:let all chance follow from a text, to teach with --volatile, for this machine only' '--print-limits:print the limits as JSON' '--version:show programs version number and exit'); ;;
        'haydes-server doctor') found=('-h:show this help message and exit' '--help:show this help message and exit' '--data:folder of the tables' '--config:TOML file with settings'); ;;
        'haydes-server journal') found=('verify:check all tables, and name those that cannot be played on' 'show:list the tables, or the records of one' 'export:write a table to standard output, as JSON' 'delete:delete a table and all that is kept of it' '-h:show this help message and exit' '--help:show this help message and exit'); ;;
        'haydes-server journal verify') found=('-h:show this help message and exit' '--help:show this help message and exit' '--data:folder of the tables' '--config:TOML file with settings'); ;;
        'haydes-server journal show') found=('-h:show this help message and exit' '--help:show this help message and exit' '--data:folder of the tables' '--config:TOML file with settings' '--secrets:with seeds and digests all cards to come follow'); ;;
        'haydes-server journal export') found=('-h:show this help message and exit' '--help:show this help message and exit' '--data:folder of the tables' '--config:TOML file with settings' '--msgpack:as MessagePack' '--secrets:with seeds and digests all cards to come follow'); ;;
        'haydes-server journal delete') found=('-h:show this help message and exit' '--help:show this help message and exit' '--data:folder of the tables' '--config:TOML file with settings' '--yes:do not ask once more'); ;;
        'haydes-server backup') found=('-h:show this help message and exit' '--help:show this help message and exit' '--data:folder of the tables' '--config:TOML file with settings'); _files; ;;
        'haydes-kit') found=('bench:measure how fast a server tells the tables what was done' 'conformance:test a server or a client against the requirements of SPEC.md' 'proxy:relay connections over a link with faults, the same ones in each run' 'server:serve this machines test suites, with matches that can be repeated and short clocks' 'simulate:have bots play many games, and print how they end' 'tap:show a live or a recorded stream in readable form, with sizes' 'verify:check that a match was dealt and played as the server was bound to' '-h:show this help message and exit' '--help:show this help message and exit' '--version:show programs version number and exit'); ;;
        'haydes-kit bench') found=('-h:show this help message and exit' '--help:show this help message and exit' '--game:what is played (haydes)' '--tables:how many (1)' '--seats:of each table (2)' '--seconds:how long (5)' '--server-word:that the server asks everybody for' '--json:where figures are written too'); ;;
        'haydes-kit conformance') found=('server:test a server' 'client:test a client' '-h:show this help message and exit' '--help:show this help message and exit'); ;;
        'haydes-kit conformance server') found=('-h:show this help message and exit' '--help:show this help message and exit' '--slow:longest clock of the server that a case waits for' '--own:starts a server for the cases that stop it, on {port} of this machine, with its tables in {folder}' '--word:what the server asks everybody for' '--only:a number, some (600-699), or a requirement (ACT-3)' '--junit:write JUnit XML too' '--list:list the cases, and test nothing' '--patience:for an answer to come' '--jobs:of cases at a time, 1 to 64' '--quiet:show only what does not pass'); ;;
        'haydes-kit conformance client') found=('-h:show this help message and exit' '--help:show this help message and exit' '--only:a number, some (600-699), or a requirement (ACT-3)' '--junit:write JUnit XML too' '--list:list the cases, and test nothing' '--patience:for an answer to come' '--jobs:of cases at a time, 1 to 64' '--quiet:show only what does not pass' '--on-start:typed for it at the start' '--on-turn:typed when it is to act'); ;;
        'haydes-kit proxy') found=('-h:show this help message and exit' '--help:show this help message and exit' '--fault:may be given again' '--seed:another seed, faults in other places'); ;;
        'haydes-kit server') found=('-h:show this help message and exit' '--help:show this help message and exit' '--port:0 any free one' '--seed:another seed, other ids and matches' '--deal:secret of the first match, then of the second, ... 64 hexadecimal digits each' '--limit:a limit of SPEC.md, section 3' '--until-stdin-closes:end when standard input does'); ;;
        'haydes-kit simulate') found=('-h:show this help message and exit' '--help:show this help message and exit' '--games:per table size' '--seats:table sizes' '--bots:by seat, repeated as needed' '--option:see below' '--seed:another seed, other games' '--csv:write a line for each game' '--jobs:processes'); ;;
        'haydes-kit tap') found=('-h:show this help message and exit' '--help:show this help message and exit' '--listen:where clients connect' '--table:watch this table' '--word:of a private table, with --table' '--server-word:that the server asks everybody for' '--secrets:show tokens, words and nonces' '--whole:cut no lines to the terminals width'); ;;
        'haydes-kit verify') found=('-h:show this help message and exit' '--help:show this help message and exit'); _files; ;;
    esac
    _describe -o 'word' found
}
if [[ ${funcstack[1]} == _haydes ]]
then _haydes "$@"; else compdef _haydes haydes-client haydes-server haydes-kit; fi
