import Core
import Glibc
import JSON
import LinuxIO
import Settings
import Values

/// What every program of a driver must do, tried on one over its own pipe: what `roost plugin test` prints.
package struct PluginTrial {
    package enum Verdict: Equatable, Sendable {
        case good(String)
        case bad(String)
        /// It does not apply, and why.
        case none(String)
    }

    /// What is tried, and what came of it.
    package typealias Row = (name: String, verdict: Verdict)

    /// How long each port may take to say something.
    private static let firstValueLimit = Duration.seconds(10)
    /// More than a service gives it: this machine may be busy with something else.
    private static let endLimit = Duration.seconds(2)

    let manifest: Manifest
    let json: JSONValue
    let folder: String
    let settings: ExternalDriver.Settings
    let clock: any Scheduler

    /// A trial of a plugin with these settings, words of a command line.
    ///
    /// - Throws: everything that is wrong with them.
    package init(
        _ plugin: InstalledPlugin, _ manifest: Manifest, settings words: [String: JSONValue],
        clock: any Scheduler
    ) throws(ConfigurationErrors) {
        self.manifest = manifest
        json = plugin.json
        folder = plugin.folder
        settings = try SettingsReader.read(
            from: .object(words), at: SettingPath(""), areWords: true,
            ExternalDriver.settings(of: manifest))
        self.clock = clock
    }

    /// Tries everything, and hands over each row as it is known. The program is started several times.
    ///
    /// - Returns: whether nothing is bad.
    package func run(_ report: (Row) -> Void) -> Bool {
        var isGood = true
        func row(_ name: String, _ verdict: Verdict) {
            if case .bad = verdict { isGood = false }
            report((name, verdict))
        }
        row("refuses a version of the protocol that it does not speak", otherVersion())
        do throws(DeviceError) {
            var talk = try Conversation(self)
            let isReady = talk.go(for: manifest.readyWithin + .seconds(1)) { $0.session.isReady }
            row("says that it is ready, with its manifest", talk.verdict(isReady, "not in time"))
            guard isReady else {
                talk.program.stop()
                return false
            }
            for (name, port) in manifest.ports.sorted(by: { $0.key < $1.key }) {
                row(
                    "says something of \(name)",
                    port.isEvent ? Self.event : talk.hears(name, within: Self.firstValueLimit))
            }
            let before = talk.session.answered
            let answers = talk.go(for: .seconds(10)) { $0.session.answered >= before + 3 }
            row("answers each ping", talk.verdict(answers, "not three in 10 s"))
            row("passes over a line that it does not know", unknown(&talk))
            row("takes a line that comes in pieces", pieces(&talk))
            let refused = talk.session.refused
            row(
                "writes nothing that is refused",
                refused == 0
                    ? .good("")
                    : .bad(
                        "\(refused) of \(talk.session.lines): \(talk.session.latestProblem ?? "")"))
            row("is busy when another one has its device", second(beside: talk))
            row("ends with its input, exit code 0", ending(of: talk))
            return isGood
        } catch {
            row("can be started", .bad(error.message))
            return false
        }
    }

    private static let event = Verdict.none("an event needs somebody who causes it")

    // MARK: Rows

    private func otherVersion() -> Verdict {
        do throws(DeviceError) {
            var talk = try Conversation(self, version: 99)
            defer { talk.program.stop() }
            let isOver = talk.go(for: manifest.readyWithin) {
                $0.fault != nil || $0.session.isReady
            }
            if talk.session.isReady { return .bad("it is ready all the same") }
            return isOver ? .good("") : .bad("it says nothing and goes on")
        } catch {
            return .bad(error.message)
        }
    }

    private func unknown(_ talk: inout Conversation) -> Verdict {
        talk.send(Array("{\"later\":{\"than\":[1,2]}}\n".utf8))
        let before = talk.session.answered
        let answers = talk.go(for: .seconds(8)) { $0.session.answered > before }
        return talk.verdict(answers, "it answers no ping after it")
    }

    private func pieces(_ talk: inout Conversation) -> Verdict {
        let before = talk.session.answered
        talk.isCutting = true
        let answers = talk.go(for: .seconds(8)) { $0.session.answered > before }
        talk.isCutting = false
        return talk.verdict(answers, "it answers no ping that comes so")
    }

    private func second(beside first: Conversation) -> Verdict {
        guard let claim = settings.claims.first else { return .none("it claims nothing") }
        do throws(DeviceError) {
            var talk = try Conversation(self)
            defer { talk.program.stop() }
            _ = talk.go(for: manifest.readyWithin) { $0.fault != nil || $0.session.isReady }
            if talk.fault?.kind == .busy { return .good(talk.fault?.message ?? "") }
            if talk.session.isReady { return .bad("two have \(claim.thing) at once") }
            if let fault = talk.fault { return .bad("its fault is no \"busy\": \(fault.message)") }
            return talk.verdict(false, "it says nothing")
        } catch {
            return .bad(error.message)
        }
    }

    private func ending(of talk: Conversation) -> Verdict {
        talk.program.stream.hangUp()
        guard let code = talk.program.exitCode(within: Self.endLimit) else {
            talk.program.stop()
            let seconds = shortText(of: Self.endLimit.seconds)
            return .bad("it still runs after \(seconds) s: Roost would kill it")
        }
        return code == 0 ? .good("") : .bad("exit code \(code)")
    }
}
