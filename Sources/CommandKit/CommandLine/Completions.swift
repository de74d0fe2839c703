import Glibc

/// `roost completions SHELL`: what a shell needs to complete a program's words, made of its table of commands.
package struct Completions {
    static func description(_ program: String) -> Command.Description {
        Command.Description(
            "completions",
            """
            \(program) completions bash | zsh | fish
                  prints what that shell needs to complete the words of \(program); the package installs all three
            """)
    }

    /// One place on the command line: what may follow these words.
    package struct Place: Equatable {
        /// As they are typed, without the program: "drone fly"; empty at the beginning.
        package let words: String
        package let subcommands: [String]
        package let options: [String]

        package init(words: String, subcommands: [String], options: [String]) {
            (self.words, self.subcommands, self.options) = (words, subcommands, options)
        }
    }

    /// The longest first, so that the first that fits is the right one.
    package let places: [Place]
    private let program: String

    /// Each command with its `--help`, where its options are.
    package init(_ program: String, _ commands: [Command.Description]) {
        self.program = program
        places = commands.filter { $0.words.first?.hasPrefix("-") != true }.map { command in
            let words = command.words
            let next = commands.map(\.words).filter {
                $0.starts(with: words) && $0.count > words.count
            }
            .map { $0[words.count] }
            // A group tells of the options of its commands, which are theirs.
            let options = command.isGroup ? [] : Self.options(in: command.usage)
            return Place(
                words: words.joined(separator: " "),
                subcommands: Set(next).filter { !$0.hasPrefix("-") }.sorted(),
                options: Set(options + next.filter { $0.hasPrefix("-") } + ["--help"]).sorted())
        }.sorted { ($0.words.count, $1.words) > ($1.words.count, $0.words) }
    }

    func main(_ words: [String]) throws(CommandError) -> Int32 {
        let text: String
        switch try Arguments(words).single("bash, zsh or fish") {
        case "bash": text = bash
        case "zsh": text = zsh
        case "fish": text = fish
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

    private var function: String {
        "_" + program.map { $0 == "-" ? "_" : String($0) }.joined()
    }

    /// Where no word of ours fits, file names do.
    private var bash: String {
        """
        # Completions of \(program) for bash, made by: \(program) completions bash
        \(function)() {
            local line=" ${COMP_WORDS[*]:1:COMP_CWORD-1} " word=${COMP_WORDS[COMP_CWORD]} words options
            case $line in
        \(cases)
            esac
            [[ $word == -* ]] && words=$options
            COMPREPLY=($(compgen -W "$words" -- "$word"))
        }
        complete -o default -F \(function) \(program)

        """
    }

    private var zsh: String {
        """
        #compdef \(program)
        # Completions of \(program) for zsh, made by: \(program) completions zsh
        \(function)() {
            local line=" ${words[2,CURRENT-1]} " word=$words[CURRENT] words options
            case $line in
        \(cases)
            esac
            [[ $word == -* ]] && words=$options
            if [[ -n $words ]]; then compadd -- ${=words}; else _files; fi
        }
        \(function) "$@"

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
            let condition = "-n '_\(function)_at \"\(place.words)\"'"
            let subcommands =
                place.subcommands.isEmpty
                ? []
                : [
                    "complete -c \(program) \(condition) -f -a '\(place.subcommands.joined(separator: " "))'"
                ]
            return subcommands
                + place.options.map { "complete -c \(program) \(condition) -l \($0.dropFirst(2))" }
        }
        return """
            # Completions of \(program) for fish, made by: \(program) completions fish
            set -g _\(function)_places \(places.map { "'\($0.words)'" }.joined(separator: " "))
            # Whether what is typed leads to this place, and to none that is nearer.
            function _\(function)_at
                set -l line (string join ' ' -- (commandline -opc)[2..] '')
                for place in $_\(function)_places
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
