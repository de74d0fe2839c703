@testable import Core
import JSON
import Settings
import Testing
import Values

@Suite struct HangBudgetTests {
    private var budget: HangBudget

    init() throws {
        let settings: JSONValue = ["at_most": 2, "within": "60s"]
        budget = HangBudget(try SettingsReader.read(from: settings, at: SettingPath("")))
    }

    private func at(_ seconds: Int) -> Instant { .zero + .seconds(seconds) }

    @Test("as many as are allowed within the time, and no more") mutating func within() {
        #expect(budget.hung(1, at: at(0)) == 1)
        #expect(budget.hung(2, at: at(30)) == 2)
        #expect(budget.hung(3, at: at(60)) == nil)
        #expect(budget.count == 3)
    }

    @Test("one that has returned is forgotten after the time") mutating func returned() {
        #expect(budget.hung(1, at: at(0)) == 1)
        #expect(budget.hung(2, at: at(10)) == 2)
        budget.returned(1)
        #expect(budget.hung(3, at: at(61)) == 2)
        #expect(budget.count == 3)
    }

    @Test("one that has not returned counts for ever: it keeps a thread") mutating func stuck() {
        #expect(budget.hung(1, at: at(0)) == 1)
        #expect(budget.hung(2, at: at(1000)) == 2)
        budget.returned(2)
        #expect(budget.hung(3, at: at(2000)) == 2)
        #expect(budget.hung(4, at: at(3000)) == nil)
    }
}
