import Glibc
import Program

/// `roost completions SHELL`: what a shell needs to complete our words, made of the table of commands.
struct Completions {
    static let usage = """
        roost completions bash | zsh | fish
              prints what that shell needs to complete the words of roost; the package installs all three
        """

    /// One place on the command line: what may follow these words.
    struct Place: Equatable {
        /// As they are typed, without the program: "drone fly"; empty at the beginning.
        let words: String
        let subcommands: [String]
        let options: [String]
    }

    /// The longest first, so that the first that fits is the right one.
    let places: [Place]

    /// Each command with its `--help`, where its options are.
    init(_ commands: [(words: [String], usage: String)]) {
        places = commands.filter { $0.words.first?.hasPrefix("-") != true }.map { words, usage in
            let next = commands.map(\.words).filter {
                $0.starts(with: words) && $0.count > words.count
            }
            .map { $0[words.count] }
            // What all can do is told at the beginning, and their options are theirs.
            let options = words.isEmpty ? [] : Self.options(in: usage)
            return Place(
                words: words.joined(separator: " "),
                subcommands: Set(next).filter { !$0.hasPrefix("-") }.sorted(),
                options: Set(options + next.filter { $0.hasPrefix("-") } + ["--help"]).sorted())
        }.sorted { ($0.words.count, $1.words) > ($1.words.count, $0.words) }
    }

    static func main(_ words: [String]) throws(CommandError) -> Int32 {
        let completions = Completions(commandTable)
        let text: String
        switch try Arguments(words).single("bash, zsh or fish") {
        case "bash": text = completions.bash
        case "zsh": text = completions.zsh
        case "fish": text = completions.fish
        case let other:
            throw .usage("there are completions for bash, zsh and fish, not for \"\(other)\"")
        }
        Console.write(text, to: STDOUT_FILENO)
        return ExitCode.success
    }

    /// The words of a usage that begin with two dashes.
    static func options(in usage: String) -> [String] {
        usage.split { !($0.isASCII && ($0.isLetter || $0.isNumber)) && $0 != "-" }
            .filter { $0.hasPrefix("--") && $0.count > 2 }.map(String.init)
    }

    // MARK: Shells

    /// Where no word of ours fits, file names do.
    private var bash: String {
        """
        # Completions of roost for bash, made by: roost completions bash
        _roost() {
            local line=" ${COMP_WORDS[*]:1:COMP_CWORD-1} " word=${COMP_WORDS[COMP_CWORD]} words options
            case $line in
        \(cases)
            esac
            [[ $word == -* ]] && words=$options
            COMPREPLY=($(compgen -W "$words" -- "$word"))
        }
        complete -o default -F _roost roost

        """
    }

    private var zsh: String {
        """
        #compdef roost
        # Completions of roost for zsh, made by: roost completions zsh
        _roost() {
            local line=" ${words[2,CURRENT-1]} " word=$words[CURRENT] words options
            case $line in
        \(cases)
            esac
            [[ $word == -* ]] && words=$options
            if [[ -n $words ]]; then compadd -- ${=words}; else _files; fi
        }
        _roost "$@"

        """
    }

    /// The same in both: patterns, and two lists.
    private var cases: String {
        places.map { place in
            let pattern = place.words.isEmpty ? "*" : "\" \(place.words) \"*"
            return "        \(pattern)) words='\(place.subcommands.joined(separator: " "))'"
                + " options='\(place.options.joined(separator: " "))' ;;"
        }.joined(separator: "\n")
    }

    private var fish: String {
        let lines = places.flatMap { place in
            let condition = "-n '__roost_at \"\(place.words)\"'"
            let subcommands =
                place.subcommands.isEmpty
                ? []
                : [
                    "complete -c roost \(condition) -f -a '\(place.subcommands.joined(separator: " "))'"
                ]
            return subcommands
                + place.options.map { "complete -c roost \(condition) -l \($0.dropFirst(2))" }
        }
        return """
            # Completions of roost for fish, made by: roost completions fish
            set -g __roost_places \(places.map { "'\($0.words)'" }.joined(separator: " "))
            # Whether what is typed leads to this place, and to none that is nearer.
            function __roost_at
                set -l line (string join ' ' -- (commandline -opc)[2..] '')
                for place in $__roost_places
                    if test -z "$place"; or string match -q -- "$place *" $line
                        test "$place" = "$argv[1]"
                        return
                    end
                end
            end
            \(lines.joined(separator: "\n"))

            """
    }
}
