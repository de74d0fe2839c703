import CommandKit
import Core

/// `roost wiring`: where the wires of a configuration go.
enum WiringCommand {
    static let usage = """
        roost wiring CONFIG [--pi 3|4|5] [--svg FILE]
              draws the Pi's 40-pin header with the wires of a configuration, what is elsewhere, and the lines
              of config.txt that it takes. Where a driver's wire is follows from its settings, and from this
              machine's config.txt where that moves one. Exit code 1 when two want one pin.

        --pi 3|4|5: for which Raspberry Pi; this machine, or a 4 where it is none.
        --svg FILE: writes a picture, too.
        """

    static func main(_ words: [String]) throws(CommandError) -> Int32 {
        let arguments = try Arguments(words, options: ["--pi", "--svg"])
        let configuration = try ConfigurationFile.load(arguments.single("a configuration"))
        let map = HeaderMap(boot: BootConfiguration(), isPi5: try isPi5(arguments["--pi"]))
        let wiring = Wiring(configuration, map)
        let columns = Console.outputIsTerminal ? Console.terminalSize.columns : 100
        for line in WiringDrawing(wiring: wiring).lines(columns: columns) {
            Console.out(Console.text(of: line, onScreen: Console.outputIsTerminal))
        }
        if let path = arguments["--svg"] {
            try TrialOutput.write(WiringPicture(wiring: wiring).text, to: path)
        }
        return wiring.conflicts.isEmpty ? ExitCode.success : ExitCode.failed
    }

    private static func isPi5(_ model: String?) throws(CommandError) -> Bool {
        guard let model else { return HeaderMap.ofThisMachine.isPi5 }
        guard ["3", "4", "5"].contains(model) else {
            throw .usage("--pi must be 3, 4 or 5, found \"\(model)\"")
        }
        return model == "5"
    }
}
