import TestSupport
import Testing
import Values

@testable import Drivers

@Suite("The debouncer")
struct DebouncerTests {
    private func at(_ milliseconds: Int64) -> Instant {
        Instant(nanoseconds: 1_000_000_000_000 + milliseconds * 1_000_000)
    }

    private func debouncer(
        _ milliseconds: Int64 = 20, isActive: Bool = false
    ) -> GPIOInput.Debouncer {
        GPIOInput.Debouncer(period: .milliseconds(milliseconds), isActive: isActive)
    }

    @Test("lets an edge through at once when there is nothing to wait for")
    func noPeriod() {
        var debouncer = debouncer(0)
        #expect(
            debouncer.edge(isActive: true, at: at(5)) == .init(isActive: true, at: at(5)))
        #expect(debouncer.deadline == nil)
    }

    @Test("stamps a change with the end of the time that it lasted")
    func stamp() {
        var debouncer = debouncer()
        #expect(debouncer.edge(isActive: true, at: at(0)) == nil)
        #expect(debouncer.deadline == at(20))
        #expect(debouncer.observe(isActive: true, at: at(19)) == nil)
        #expect(!debouncer.isActive)
        #expect(
            debouncer.observe(isActive: true, at: at(26)) == .init(isActive: true, at: at(20)))
        #expect(debouncer.isActive)
    }

    @Test("starts again with every bounce")
    func bounces() {
        var debouncer = debouncer()
        for time in stride(from: Int64(0), to: 60, by: 6) {
            #expect(debouncer.edge(isActive: true, at: at(time)) == nil)
            #expect(debouncer.edge(isActive: false, at: at(time + 3)) == nil)
        }
        #expect(debouncer.deadline == nil)
        #expect(debouncer.edge(isActive: true, at: at(60)) == nil)
        #expect(debouncer.deadline == at(80))
    }

    @Test("takes two edges to the same level for a bounce whose middle was lost")
    func lostEdge() {
        var debouncer = debouncer()
        _ = debouncer.edge(isActive: true, at: at(0))
        _ = debouncer.edge(isActive: true, at: at(15))
        #expect(debouncer.deadline == at(35))
    }

    @Test("counts a change that had lasted before the next edge was seen")
    func lateEdges() {
        var debouncer = debouncer()
        _ = debouncer.edge(isActive: true, at: at(0))
        #expect(
            debouncer.edge(isActive: false, at: at(30)) == .init(isActive: true, at: at(20)))
        #expect(debouncer.deadline == at(50))
    }

    @Test("counts an edge exactly at the end as after it")
    func boundary() {
        var debouncer = debouncer()
        _ = debouncer.edge(isActive: true, at: at(0))
        #expect(debouncer.edge(isActive: false, at: at(20))?.isActive == true)
    }

    @Test("does not count a level that was read only once")
    func polledGlitch() {
        var debouncer = debouncer()
        #expect(debouncer.observe(isActive: true, at: at(0)) == nil)
        // Late, but the level has gone: nobody knows how long it lasted.
        #expect(debouncer.observe(isActive: false, at: at(30)) == nil)
        #expect(debouncer.observe(isActive: true, at: at(40)) == nil)
        #expect(!debouncer.isActive)
        #expect(
            debouncer.observe(isActive: true, at: at(60)) == .init(isActive: true, at: at(60)))
    }

    @Test("debounces both ways")
    func release() {
        var debouncer = debouncer(isActive: true)
        #expect(debouncer.edge(isActive: false, at: at(0)) == nil)
        #expect(
            debouncer.observe(isActive: false, at: at(20)) == .init(isActive: false, at: at(20)))
    }

    @Test("counts what the kernel's debounce counts, when it does", arguments: DebounceCase.all)
    func likeTheKernel(_ contact: DebounceCase) {
        let period = 20.0
        let time = { (periods: Double) in at(Int64((periods * period).rounded())) }
        var debouncer = debouncer(Int64(period))
        var changes = contact.pulls.compactMap {
            debouncer.edge(isActive: $0.isActive, at: time($0.at))
        }
        changes += [debouncer.settle(at: at(10_000))].compactMap { $0 }
        #expect(
            changes
                == contact.changes.map { .init(isActive: $0.isActive, at: time($0.at)) })
    }
}
