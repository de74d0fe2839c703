import Core
import JSON
import TestSupport
import Testing

/// Expanders on I2C, with the kernel's own driver: several of one model, and no edges.
extension RigTests {
    struct ExpanderTests {
        /// A relay that is pulled while its line is low, and so at rest.
        private static func relay(at line: String) throws -> TestInstallation {
            try TestInstallation(
                drivers: """
                    "relay": {
                      "driver": "gpio-output", "line": "\(line)", "active_low": true,
                      "safe": "active"
                    }
                    """)
        }

        @Test("of two boards of one model none is touched until the configuration says which")
        func ambiguous() throws {
            let boards = try ["20", "21"].map { try Expander(address: $0) }
            let vague = try Self.relay(at: "pcf8574:3")
            let roost = try vague.start()
            let status = try vague.waitForStatus("takes none") {
                $0.driver("relay")?.lastError != nil
            }
            let fault = try #require(status.driver("relay")?.lastError?.text)
            #expect(fault.contains("1-0020:3") && fault.contains("1-0021:3"), "\(fault)")
            #expect(try vague.run("park", vague.configuration).end != .exited(0))
            #expect(try boards.map { try $0.isLow(3) } == [false, false])
            withExtendedLifetime(roost) {}
        }

        @Test(
            "a board that forgot its levels has them again in a second, or when its wire is fixed")
        func forgetful() throws {
            let board = try Expander(address: "20")
            let home = try Self.relay(at: "1-0020:3")
            let roost = try home.start()
            #expect(try eventually { try board.isLow(3) })
            try board.forget()
            #expect(try eventually { try board.isLow(3) })
            // With a loose wire nobody can tell: the kernel's driver drops the errors of its bus when
            // it sets a line (pcf857x_set of drivers/gpio/gpio-pcf857x.c).
            try board.chip.set("silent", to: 1)
            try board.forget()
            #expect(try home.status().driver("relay")?.state == .running)
            #expect(try !board.isLow(3))
            try board.chip.set("silent", to: 0)
            #expect(try eventually { try board.isLow(3) })
            withExtendedLifetime(roost) {}
        }

        @Test(
            "a contact on a board that tells no edges is read again and again, and missed when gone"
        )
        func polled() throws {
            let board = try Expander(address: "20")
            let home = try TestInstallation(
                drivers: """
                    "latch": {
                      "driver": "gpio-input", "line": "pcf8574:3", "active_low": true, "poll": "10ms"
                    }
                    """)
            let roost = try home.start()
            try home.wait(for: "latch", "is open", SourceReport.isActive(false))
            for isClosed in [true, false, true] {
                try board.ground(isClosed ? 3 : nil)
                try home.wait(for: "latch", "is \(isClosed)", SourceReport.isActive(isClosed))
            }
            let latch = try #require(try home.status().driver("latch"))
            let diagnostics = Dictionary(latch.diagnostics.map { ($0.name, $0.value) }) {
                first, _ in first
            }
            #expect(diagnostics["debounce"] == "here")
            #expect(diagnostics["edges"] == "not told, so the lines are polled")
            // A loose wire, then a board that the kernel knows no more.
            try board.chip.set("silent", to: 1)
            try home.waitForAbsence(of: "latch", because: "pcf8574:3")
            try board.chip.set("silent", to: 0)
            try home.wait(for: "latch", "is closed again", SourceReport.isActive(true))
            try board.pullOut()
            try home.waitForAbsence(of: "latch", because: "pcf8574:3")
            try board.plugIn()
            try home.wait(
                for: "latch", "is closed as ever", within: .seconds(40), SourceReport.isActive(true)
            )
            withExtendedLifetime(roost) {}
        }

        @Test(
            "a line by its board's device is on that board, whether the other one is there or not")
        func device() throws {
            var first: Expander? = try Expander(address: "20")
            let second = try Expander(address: "21")
            let home = try Self.relay(at: "1-0021:3")
            for _ in 0..<2 {
                #expect(try home.run("park", home.configuration).end == .exited(0))
                #expect(try second.isLow(3))
                #expect(try first?.isLow(3) != true)
                try second.pullOut()
                try second.plugIn()
                first = nil
            }
        }
    }
}
