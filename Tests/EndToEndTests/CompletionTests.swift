import Glibc
import TestSupport
import TestTraits
import Testing

/// What a shell makes of `roost completions`, and `man` of `roost manual`.
@Suite(.blocking) struct CompletionTests {
    private func printed(_ words: String...) throws -> String {
        let (end, output, errors) = try finished(RoostProcess(words))
        #expect(end == .exited(0) && errors == "")
        return output
    }

    /// What bash offers for the last of these words.
    private func offered(_ line: String...) throws -> String {
        let directory = try TemporaryDirectory()
        try directory.write("roost.bash", printed("completions", "bash"))
        let script = """
            source "\(directory.path)/roost.bash"
            COMP_WORDS=(\(line.map { "'\($0)'" }.joined(separator: " "))); COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
            _roost; echo "${COMPREPLY[*]}"
            """
        // The program's own words come after bash's, which does not look at them.
        let bash = try RoostProcess([], under: ["/bin/bash", "-c", script])
        return try finished(bash).output
    }

    @Test(
        "bash completes commands, what is behind them, and their options; elsewhere it has file names",
        arguments: [
            (["roost", "comp"], "completions\n"), (["roost", "drone", "fl"], "fly\n"),
            (["roost", "run", "--r"], "--runtime\n"), (["roost", "check", ""], "\n"),
            (["roost", "--v"], "--version\n"),
            (["roost", "simulate", "flights", "--se"], "--seed --set\n"),
        ])
    func bash(line: [String], words: String) throws {
        let offered: String
        switch line.count {
        case 2: offered = try self.offered(line[0], line[1])
        case 3: offered = try self.offered(line[0], line[1], line[2])
        default: offered = try self.offered(line[0], line[1], line[2], line[3])
        }
        #expect(offered == words)
    }

    @Test(
        "each shell takes its own without a complaint",
        arguments: [("bash", "/bin/bash"), ("zsh", "/usr/bin/zsh"), ("fish", "/usr/bin/fish")])
    func syntax(name: String, shell: String) throws {
        let directory = try TemporaryDirectory()
        let text = try printed("completions", name)
        #expect(text.contains("completions"))
        try directory.write("completions", text)
        guard access(shell, X_OK) == 0 else { return }
        let check = try RoostProcess([], under: [shell, "-n", "\(directory.path)/completions"])
        let (end, _, errors) = try finished(check)
        #expect(end == .exited(0) && errors == "")
    }

    @Test("another shell is refused") func other() throws {
        let (end, _, errors) = try finished(RoostProcess("completions", "csh"))
        #expect(end == .exited(2))
        #expect(errors.contains("bash, zsh and fish"))
    }

    @Test("the manual has every command, and nothing of it is a command of troff's") func manual()
        throws
    {
        let page = try printed("manual")
        for section in ["RUN", "SCAN", "DOCTOR", "DRONE", "COMPLETIONS"] {
            #expect(page.contains(".SH \"ROOST \(section)\""))
        }
        let commands = [".TH", ".SH", ".TP", ".B", ".I", ".nf", ".fi"]
        for line in page.split(separator: "\n") where line.hasPrefix(".") || line.hasPrefix("'") {
            #expect(commands.contains { line == $0 || line.hasPrefix("\($0) ") }, "\(line)")
        }
    }
}
