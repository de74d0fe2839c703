import Core
import Glibc
import LinuxIO
import Simulators
import TestSupport
import TestTraits
import Testing

/// The black box of the shipped demo, whose process is killed and whose last line is torn.
@Suite(.blocking) struct RecordTests {
    private let home: TestInstallation
    private let house: SimulatedHouse

    init() throws {
        home = try TestInstallation(
            configuration: DemoConfiguration.text(at: LoopbackAddress.claim()))
        house = try SimulatedHouse(sysfs: home.sysfs, scheduler: DispatchScheduler())
    }

    private var records: String { "\(home.runtime)/state/records" }

    /// What a command prints that is answered from the records.
    private func read(_ words: String...) throws -> String {
        let (end, output, errors) = try finished(
            RoostProcess(words + ["--runtime", home.runtime]))
        #expect(end == .exited(0), "\(words) \(errors)")
        return output
    }

    private func replay() throws -> String {
        let (end, output, errors) = try finished(RoostProcess("replay", records))
        #expect(end == .exited(0), "\(errors)")
        return output
    }

    private func lockAndKill() throws {
        let roost = try home.start()
        try home.waitForTicks(4, of: "door")
        #expect(try home.run("send", "lock").end == .exited(0))
        // The bolt is out when roost starts, and no move of its own proves that.
        try home.waitForStatus("has locked") {
            $0.reason(of: "door").hasPrefix("not back, by the switch: locked as asked")
        }
        // A new decision is written within a second.
        usleep(1_500_000)
        roost.send(signal: SIGKILL)
        #expect(try roost.wait() == .killed(signal: SIGKILL))
    }

    @Test("killed, it has what was decided a second before, who asked, and replays to the same")
    func killed() throws {
        try lockAndKill()
        let log = try read("log")
        #expect(log.contains("asked by a person of door: lock"))
        #expect(log.contains("  door        not back, by the switch: locked as asked"))
        let why = try read("why", "door")
        #expect(why.contains("\n  not back, by the switch: locked as asked"))
        #expect(why.contains("it saw:\n"))
        #expect(why.contains("  latch ") && why.contains("isActive true  (good"))
        #expect(why.contains("it would have been otherwise, all else being as it was,\n"))
        #expect(
            why.contains(
                "\n  with requests nothing (was lock, by a person):\n    not back, by the switch: it is "
            ))
        #expect(try read("when", "door", "locked").contains(" to the end of the record, "))
        #expect(try replay().contains("door: "))
        #expect(try replay().split(separator: "\n").allSatisfy { $0.hasSuffix("decided the same") })
    }

    @Test("half a line at its end is cut off at the next start, and told; what was before stays")
    func torn() throws {
        try lockAndKill()
        let whole = try read("log")
        let name = try #require(try directoryNames(records).last)
        let file = try FileDescriptor(open: "\(records)/\(name)", O_WRONLY | O_APPEND)
        try file.write(Array(#"{"k":"step","t":123,"of":"do"#.utf8))
        #expect(try read("log") == whole)
        let roost = try home.start()
        try roost.waitFor("record repaired: \(name): 28 bytes at its end were no whole lines")
        try home.waitForTicks(8, of: "door")
        usleep(1_500_000)
        roost.send(signal: SIGKILL)
        #expect(try roost.wait() == .killed(signal: SIGKILL))
        let log = try read("log")
        #expect(log.hasPrefix(whole))
        #expect(log.contains("the one before ended without a word: killed, or a power cut"))
        #expect(try replay().split(separator: "\n").allSatisfy { $0.hasSuffix("decided the same") })
    }
}
