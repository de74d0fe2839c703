import Core
import Settings
import Testing

@testable import roost

@Suite struct ExplanationTests {
    private func codes(_ text: String) -> [ConfigurationError.Code] {
        BrokenConfigurationTests.errors(Array(text.utf8))?.all.map(\.code) ?? []
    }

    @Test(
        "the wrong example has its mistake and no other, the right one has none",
        arguments: ConfigurationError.Code.allCases)
    func examples(code: ConfigurationError.Code) {
        #expect(Set(codes(code.explanation.wrong)) == [code])
        #expect(codes(code.explanation.right) == [])
    }

    @Test("codes are words of small letters, so that scripts can look for them")
    func spelling() {
        for code in ConfigurationError.Code.allCases {
            #expect(code.rawValue.allSatisfy { $0.isLowercase || $0 == "-" })
        }
    }
}
