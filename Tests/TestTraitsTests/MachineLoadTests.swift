import TestTraits
import Testing
import Values

/// Which misses of a limit the machine excuses.
@Suite struct MachineLoadTests {
    private typealias Load = (
        name: String, waiting: Double?, own: Double, others: Double?, stolen: Double?
    )

    private func problem(_ load: Load) -> String? {
        MachineLoad(
            waiting: load.waiting, own: load.own, others: load.others, stolen: load.stolen
        ).problem
    }

    @Test("a miss counts on a machine that is idle, or full of this run alone")
    func counts() {
        let loads: [Load] = [
            ("idle", 0.01, 0.05, 0.02, 0),
            ("one test that computes", 0.3, 0.5, 0.05, 0),
            ("alone and computing", 0.95, 0.97, 0.03, 0),
            ("alone, with a little beside it", 0.9, 0.75, 0.24, 0.09),
            ("others compute, and nobody waits", 0.2, 0.1, 0.6, 0),
            ("a kernel that counts no waiting", nil, 0.1, 0.6, 0),
            ("a kernel that counts little", nil, 0.1, nil, nil),
        ]
        for load in loads { #expect(problem(load) == nil, "\(load.name)") }
    }

    @Test("a miss is excused where others had so much of the machine that tasks waited")
    func excused() {
        let loads: [Load] = [
            ("two runs side by side", 0.9, 0.5, 0.49, 0),
            ("a compiler beside it", 0.85, 0.2, 0.75, 0),
            ("a compiler beside tests that compute", 0.95, 0.7, 0.29, 0),
            ("less than half, and nobody knows who else", 0.8, 0.4, nil, nil),
            ("stolen by the hypervisor", 0.1, 0.05, 0.3, 0.25),
            ("stolen, and no waiting is counted", nil, 0.9, nil, 0.11),
        ]
        for load in loads { #expect(problem(load) != nil, "\(load.name)") }
    }

    @Test("what is counted becomes shares of all processors, children being one's own")
    func shares() {
        let old = MachineLoad.Counts(
            waited: .seconds(100), own: .seconds(10), family: 2000,
            machine: ProcessorTime.Machine(busy: 50_000, stolen: 10))
        // In 10 s of two processors, 2000 ticks of 10 ms: 1800 were busy, 900 of them with this run.
        let new = MachineLoad.Counts(
            waited: .seconds(109), own: .seconds(16), family: 2900,
            machine: ProcessorTime.Machine(busy: 51_800, stolen: 110))
        let load = MachineLoad(
            from: old, to: new, in: .seconds(10), processors: 2, ticksPerSecond: 100)
        #expect(load == MachineLoad(waiting: 0.9, own: 0.3, others: 0.45, stolen: 0.05))
        // Twenty ticks say nothing of who else there was.
        let short = MachineLoad(
            from: old, to: new, in: .milliseconds(100), processors: 2, ticksPerSecond: 100)
        #expect(short.others == nil && short.stolen == nil)
    }

    @Test("the time of the machine is all but its idle time, and guests are not counted twice")
    func machine() {
        let text = """
            cpu  187832 20 11865 105568 1830 5 244 724 300 7
            cpu0 91225 5 4651 57464 252 0 56 366 0 0
            """
        let time = ProcessorTime.Machine(text)
        let busy: Int64 = 187_832 + 20 + 11_865 + 5 + 244 + 724
        #expect(time?.busy == busy)
        #expect(time?.stolen == 724)
        #expect(ProcessorTime.Machine("cpu  10 1 5 100")?.busy == 16)
        for text in ["", "cpu", "cpu  1 2 3", "cpu  1 2 x 4 5", "intr 1 2 3 4 5 6 7 8"] {
            #expect(ProcessorTime.Machine(text) == nil, "\(text)")
        }
    }

    @Test("the time of a process has that of its children, whatever its name is") func process() {
        let rest = "S 17 42 42 0 -1 4194560 9 9 0 0 100 20 3 4 20 0 5 0 12345 1 1"
        let time = ProcessorTime.Process(parent: 17, ticks: 127)
        #expect(ProcessorTime.Process("42 (roost) \(rest)\n") == time)
        #expect(ProcessorTime.Process("42 (a) b) (c d) \(rest)") == time)
        for text in ["", "42 (roost", "42 (roost) S 17", "42 (roost) S x \(rest.dropFirst(5))"] {
            #expect(ProcessorTime.Process(text) == nil, "\(text)")
        }
    }

    @Test("to a run belongs what descends from it, and nothing else") func family() {
        let all: [Int32: ProcessorTime.Process] = [
            1: .init(parent: 0, ticks: 1000), 10: .init(parent: 1, ticks: 1),
            11: .init(parent: 10, ticks: 20), 12: .init(parent: 11, ticks: 300),
            13: .init(parent: 1, ticks: 5000), 14: .init(parent: 13, ticks: 7000),
        ]
        #expect(ProcessorTime.family(of: 10, in: all) == 321)
        #expect(ProcessorTime.family(of: 99, in: all) == nil)
    }
}
