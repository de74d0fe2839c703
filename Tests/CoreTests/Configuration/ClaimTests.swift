@testable import Core
import Testing

@Suite struct ClaimTests {
    private func errors(_ first: String, _ second: String) -> [String] {
        motorErrors(
            """
            {"drivers": {"left": {"driver": "motor", \(first)},
                         "right": {"driver": "motor", \(second)}}}
            """)
    }

    @Test("two drivers at one thing are refused, with both names and the thing") func conflict() {
        let errors = errors(#""line": "A7""#, #""line": "A7""#)
        #expect(errors.count == 1)
        #expect(
            errors.first
                == "drivers.right.line: GPIO line A7 is already claimed by \"left\" (\"line\"); "
                + "give one of them another \"line\", or remove it")
    }

    @Test("what is claimed by default counts too") func byDefault() {
        #expect(errors(#""line": "A1""#, #""angle_max": "90deg""#).count == 1)
    }

    @Test("drivers at different things are accepted") func distinct() {
        #expect(errors(#""line": "A7""#, #""line": "A8""#) == [])
    }

    @Test("two that use a thing alike share it; two that do not are refused") func shared() {
        let (left, right) = (#""line": "A7", "chip": "mcp3008""#, #""line": "A8", "chip": "#)
        #expect(errors(left, right + #""mcp3008""#) == [])
        let refused = errors(left, right + #""display""#)
        #expect(refused.count == 1)
        #expect(
            refused.first?.hasPrefix(
                "drivers.right.chip: bus address 1-0048 is already claimed by \"left\" as mcp3008")
                == true)
    }
}
