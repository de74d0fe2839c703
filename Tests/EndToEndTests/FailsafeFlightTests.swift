import Core
import Glibc
import JSON
import Simulators
import TestSupport
import TestTraits
import Testing
import Values

/// Row for row of the failsafes in the shipped binary with the shipped demo: what goes wrong is done by the simulated
/// drone's own fault commands, and seen in `roost status` and in the simulated drone's truth.
/// The same rows in virtual time, with wind and noise, are `FailsafeMatrixTests`.
@Suite("Failsafes of the shipped binary, flown", .timeLimit(.minutes(10)), .flying)
struct FailsafeFlightTests {
    /// What happens next, and what has to follow.
    struct Row: CustomTestStringConvertible, Sendable {
        var settings: [String: JSONValue] = [:]
        /// Wrong before it takes off.
        var before = ""
        /// Done when it has flown towards its first target for a while, so far from home at least.
        let fault: String
        var metresOut = 0.0
        /// The code that it is first told by.
        let found: String
        /// From the fault to that, in seconds, with a second for the look at it.
        let within: Double
        /// Done three seconds later.
        var cure: String?
        /// The code at the end.
        let outcome: String
        /// What another failsafe may end it with first, as safely.
        var otherOutcome: String?
        /// Home is where it has to land.
        var isHome = false
        /// How far it may get from where the fault met it until it is found.
        var metres = Double.infinity

        var testDescription: String { cure.map { "\(fault), then \($0)" } ?? fault }
    }

    static let rows = [
        Row(fault: "gps off", found: "paused-fix-lost", within: 3.2, outcome: "landed-fix-lost"),
        Row(
            fault: "gps off", found: "paused-fix-lost", within: 3.2, cure: "gps on",
            outcome: "landed-mission-done"),
        Row(
            fault: "gps stuck", found: "paused-position-contradicted", within: 4,
            outcome: "landed-position-contradicted", otherOutcome: "landed-velocity-unconfirmed",
            metres: 5),
        Row(
            fault: "gps jump 30m", found: "paused-fix-poor", within: 2,
            outcome: "landed-mission-done"),
        Row(
            fault: "ground dark", found: "awaiting-velocity-contradicted", within: 11,
            outcome: "landed-velocity-contradicted"),
        Row(
            fault: "wind 11m/s 90deg", found: "landing-wind-too-strong", within: 21,
            outcome: "landed-wind-too-strong"),
        Row(
            fault: "battery 19%", found: "returning-battery-low", within: 3.2,
            outcome: "landed-battery-low", isHome: true),
        Row(
            fault: "battery 11%", found: "landing-battery-empty", within: 3.2,
            outcome: "landed-battery-empty"),
        Row(
            settings: ["max_flight_time": "40s"], fault: "send hover",
            found: "returning-flight-time-over", within: 42,
            outcome: "landed-flight-time-over", isHome: true),
        Row(
            fault: "outage", found: "awaiting-flight-state-lost", within: 3, cure: "clear",
            outcome: "landed-nobody-answered"),
        Row(
            // The gyroscope holds the heading, and what the field says against it is not taken.
            fault: "magnetic 300mG 90deg", found: "landed-mission-done", within: 90,
            outcome: "landed-mission-done"),
        // More than it can stand against; by the average of the wind it may be told that so soon that it lands.
        Row(
            fault: "wind 10m/s 90deg", found: "awaiting-drifting-away", within: 15, cure: "clear",
            outcome: "landed-nobody-answered", otherOutcome: "landed-wind-too-strong",
            isHome: true),
        Row(
            fault: "tilt 50deg", found: "paused-tilted", within: 2,
            outcome: "landed-tilted"),
        Row(
            settings: ["min_link_rate": 10, "link_weak_for": "5s"], fault: "loss 60% down",
            found: "returning-link-weak", within: 15, cure: "clear",
            outcome: "landed-link-weak", isHome: true),
        // As the kernel says it of a Pi; told in time, it comes home.
        Row(
            fault: "sysfs class/hwmon/hwmon0/in0_lcrit_alarm 1", found: "returning-under-voltage",
            within: 11, outcome: "landed-under-voltage", isHome: true),
        Row(
            settings: ["link_weak_for": "5s"],
            fault: "sysfs wireless wlan0: 0000    5.  -83.  -256", found: "returning-signal-weak",
            within: 11, outcome: "landed-signal-weak", isHome: true),
        Row(
            fault: "sysfs class/thermal/thermal_zone0/temp 85000", found: "returning-computer-hot",
            within: 11, outcome: "landed-computer-hot", isHome: true),
        Row(fault: "cutout", found: "emergency", within: 2, outcome: "emergency"),
        // From 1 m to 7 m, which is the ceiling of 5 m and its margin.
        Row(
            fault: "updraft 3m/s", found: "awaiting-too-high", within: 5, cure: "clear",
            outcome: "landed-too-high"),
        Row(
            settings: ["fence_radius": "15m", "targets": firstTarget],
            fault: "wind 8m/s 27deg", metresOut: 5, found: "paused-fence-ahead", within: 4,
            cure: "clear", outcome: "landed-outside-fence", isHome: true),
        Row(
            settings: ["max_drift": "100m", "no_progress_after": "5s"],
            fault: "wind 8m/s 207deg", found: "awaiting-no-progress", within: 15, cure: "clear",
            outcome: "landed-nobody-answered", isHome: true),
        // Wrong since before the take-off: no gyroscope tells.
        Row(
            before: "magnetic 600mG 90deg", fault: "", found: "paused-heading-contradicted",
            within: 8, outcome: "landed-nobody-answered"),
        Row(
            fault: "compass off", found: "paused-heading-lost", within: 3,
            outcome: "landed-heading-lost"),
        Row(
            fault: "compass off", found: "paused-heading-lost", within: 3, cure: "compass on",
            outcome: "landed-mission-done"),
        // Nothing is heard of it, its camera sees no way, and the wind takes it: 35 m are 20 m too far.
        Row(
            settings: ["fence_radius": "15m", "targets": firstTarget],
            fault: "ground dark; wind 12m/s 27deg; outage 4500ms", metresOut: 8,
            found: "landing-far-outside-fence", within: 8, outcome: "landed-far-outside-fence"),
        // Nothing does: it may be blown along, or hover over water. The wind has it for seconds only.
        Row(
            fault: "send hover; gps off; ground dark; wind 5m/s 90deg",
            found: "landing-velocity-unconfirmed", within: 6.2,
            outcome: "landed-velocity-unconfirmed", metres: 30),
        Row(
            fault: "send hover; ground water; wind 5m/s 90deg",
            found: "landing-velocity-contradicted", within: 8,
            outcome: "landed-velocity-contradicted", metres: 35),
        // For longer than it waits: it lands, or the other one has it on the ground before that.
        Row(
            fault: "hijack 30s fly", found: "paused-somebody-else", within: 2,
            outcome: "landed-somebody-else"),
        Row(
            fault: "hijack 4s fly", found: "paused-somebody-else", within: 2,
            outcome: "landed-mission-done"),
        Row(
            settings: ["return_time": "5s"], fault: "battery 19%", metresOut: 10,
            found: "landing-return-time-over", within: 8.2, outcome: "landed-return-time-over"),
    ]

    /// The only one: the others are farther from home.
    private static let firstTarget: JSONValue = [
        ["latitude": 52.4731079, "longitude": 13.4030886, "altitude": "1m", "hold": "1s"]
    ]

    @Test("each is found in time, and ends as the table says", arguments: rows.indices)
    func row(_ index: Int) throws {
        let row = Self.rows[index]
        let world = try DemoWorld(pilot: row.settings.mapValues { $0 })
        try world.apply(row.before)
        let roost = try world.startFlight()
        try #require(
            eventually(within: .seconds(20)) {
                world.drone.truth.speedMetresPerSecond > 1
                    && DemoWorld.start.distanceMetres(to: world.drone.truth.position)
                        >= row.metresOut
            }, "\(world.drone.truth)")
        try world.apply(row.fault)
        let (began, place) = (ContinuousClock.now, world.drone.truth.position)
        _ = try world.waitForCode([row.found], within: .seconds(2 * row.within))
        let seconds = began.duration(to: .now) / .seconds(1)
        #expect(seconds <= row.within)
        #expect(place.distanceMetres(to: world.drone.truth.position) < row.metres)
        if let cure = row.cure {
            try world.home.waitForTicks(60, of: "pilot")
            try world.apply(cure)
        }
        let outcomes = [row.outcome] + (row.otherOutcome.map { [$0] } ?? [])
        let outcome = try world.waitForCode(outcomes, within: .seconds(90))
        #expect(!world.drone.truth.isAirborne, "\(world.drone.truth)")
        if row.isHome, outcome == row.outcome {
            let metres = DemoWorld.start.distanceMetres(to: world.drone.truth.position)
            #expect(metres < 3)
        }
        roost.send(signal: SIGTERM)
        #expect(try roost.wait(within: .seconds(30)) == .exited(0), "\(roost.errors)")
    }

    /// What it is told by, and what is wrong for that.
    static let warnings: [(fault: String, settings: [String: JSONValue], code: String)] = [
        ("battery 28%", [:], "battery-warning"),
        ("sysfs wireless wlan0: 0000    5.  -77.  -256", [:], "signal-warning"),
        ("send hover", ["max_flight_time": "60s"], "flight-time-warning"),
    ]

    @Test(
        "what is only worth a warning is told in the log and the status, and it flies on",
        arguments: 0..<3)
    func warning(_ index: Int) throws {
        let (fault, settings, code) = Self.warnings[index]
        let world = try DemoWorld(pilot: settings.mapValues { $0 })
        let roost = try world.startFlight()
        try world.apply(fault)
        try world.home.waitForStatus("tells \(code)", within: .seconds(60)) {
            $0.policy("pilot")?.details?["alerts"]?.elements.contains {
                $0["code"] == .string(code)
            }
                ?? false
        }
        let reason = try world.home.status().policy("pilot")?.reason
        #expect(
            reason?.isFailsafe == false && world.drone.truth.isAirborne, "\(reason?.text ?? "")")
        // The status has it at once, the log when it has lasted for a while.
        func told() -> Int {
            roost.errors.split(separator: "\n").count { $0.contains("; it flies on") }
        }
        #expect(eventually(within: .seconds(20)) { told() > 0 }, "\(roost.errors)")
        #expect(told() == 1, "\(roost.errors)")
        roost.send(signal: SIGTERM)
        #expect(try roost.wait(within: .seconds(30)) == .exited(0), "\(roost.errors)")
    }

    @Test("a process that gets no turn for 0.3 s of each second lands within 9 s")
    func ticksLate() throws {
        let world = try DemoWorld()
        let roost = try world.startFlight()
        try #require(
            eventually(within: .seconds(20)) { world.drone.truth.speedMetresPerSecond > 1 })
        var seconds = 0
        var code: String?
        while seconds < 12, code != "landing-ticks-late" {
            roost.send(signal: SIGSTOP)
            usleep(300_000)
            roost.send(signal: SIGCONT)
            usleep(700_000)
            seconds += 1
            code = try world.home.status().policy("pilot")?.reason?.code
        }
        #expect(
            (5...9).contains(seconds) && code == "landing-ticks-late", "\(seconds) \(code ?? "")")
        _ = try world.waitForCode(["landed-ticks-late"], within: .seconds(30))
        #expect(!world.drone.truth.isAirborne)
        roost.send(signal: SIGTERM)
        #expect(try roost.wait(within: .seconds(30)) == .exited(0), "\(roost.errors)")
    }
}

extension JSONValue {
    fileprivate var elements: [JSONValue] {
        if case .array(let elements) = self { elements } else { [] }
    }
}

extension DemoWorld {
    /// What the simulated drone reads on its standard input, what a person asks for, or what the kernel says.
    fileprivate func apply(_ faults: String) throws {
        let hover = "send hover"
        if faults.hasPrefix(hover) {
            #expect(try home.run("send", "hover").end == .exited(0))
        }
        let words = faults.split(separator: " ", maxSplits: 2).map(String.init)
        if words.first == "sysfs" {
            return try home.directory.write(
                String(home.sysfs.dropFirst(home.directory.path.count + 1)) + "/\(words[1])",
                words[2] + "\n")
        }
        for command in try FaultCommand.list(faults.replacing(hover, with: "")) {
            drone.apply(command)
        }
    }

    /// Waits until one of them is told; which.
    fileprivate func waitForCode(_ codes: [String], within limit: Duration) throws -> String? {
        var told: String?
        try home.waitForStatus("tells \(codes)", within: limit) {
            told = $0.policy("pilot")?.reason?.code
            return told.map(codes.contains) ?? false
        }
        return told
    }
}
