import CommandKit
import TestSupport
import Testing

@testable import roost

/// What `roost simulate house` refuses; `SimulationPageTests` has what it does.
@Suite struct HouseCommandTests {
    @Test("an option with a word that it does not know is refused, with those that it knows")
    func refused() {
        for (words, why) in [
            (
                ["--reed", "sideways"],
                "--reed must be opens-when-back or opens-at-once, found \"sideways\""
            ),
            (
                ["--zone", "Berlin"],
                "--zone must be the name of a zone that is installed, found \"Berlin\""
            ),
            (["--zone", "../etc/passwd"], "--zone must be the name of a zone"),
            (["--fault", "brown-out,earthquake"], "half-ice, found \"earthquake\""),
            (["--cats", "none"], "--cats must be one, visited or all"),
            (["--days", "0"], "--days"), (["--law", "jungle"], "--law must be"),
            (["here"], "takes options only"),
        ] {
            let error = thrownError(CommandError.self) {
                _ = try HouseCommand.main(words)
            }
            #expect(error?.message.contains(why) == true, "\(words): \(error?.message ?? "")")
        }
    }
}
