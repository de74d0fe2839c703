@testable import Control
import Drivers
import Glibc
import Values
@testable import JSON
import Policies
import Recording
import TestSupport
import Threads

@testable import Core
@testable import roost

/// A greenhouse whose `/sys` is a directory of plain files, and the service's own parts that run it: the drivers and policies
/// that are shipped, and `GreenhouseVent` beside them.
final class Greenhouse: Sendable {
    static let registry = PluginRegistry(
        drivers: allDrivers, policies: allPolicies + [GreenhouseVent.self])

    let clock = ManualScheduler(now: Instant(nanoseconds: 1_000_000_000_000))
    let log = MemoryLog()
    let directory: TemporaryDirectory
    let service: ControlService
    let recorder: Recorder
    let records: String
    private let supervisor: Supervisor
    private let memories: FileMemoryStore
    private let events: EventRing
    private let watched = Locked<(feed: WatchFeed, state: WatchedState)?>(nil)

    /// The configuration of one, with more settings of the policy, and more policies.
    static func configuration(
        _ directory: TemporaryDirectory, vent: String = "", beside: String = ""
    ) -> String {
        """
        {"name": "glass", "sysfs": "\(directory.path)/sys",
         "drivers": {
          "climate": {"driver": "iio", "chip": "bme280",
           "channels": {"temperature": "temp", "humidity": "humidityrelative"}},
          "flap": {"driver": "servo", "chip": "fe20c000.pwm"},
          "fan": {"driver": "gpio-output", "line": "sysfs:27"}},
         "policies": {
          "vent": {"policy": "greenhouse-vent", \(vent)
           "inputs": {"temperature": "climate.temperature", "humidity": "climate.humidity"},
           "outputs": {"flap": "flap", "fan": "fan"}}\(beside)}}
        """
    }

    /// The files of the sensor, the servo and the fan, at 20 °C and 50 %.
    static func files() throws -> TemporaryDirectory {
        let directory = try TemporaryDirectory()
        try directory.makePWMChip(0, device: "fe20c000.pwm")
        try directory.makePWMChannel()
        try directory.makeSysfsLine(27)
        try set(directory, celsius: 20, percent: 50)
        for name in ["run", "state"] { try directory.makeDirectory(name) }
        return directory
    }

    /// Begins in a directory where there may have been one before.
    init(in directory: TemporaryDirectory, vent: String = "", beside: String = "") throws {
        self.directory = directory
        records = "\(directory.path)/state/records"
        memories = FileMemoryStore(directory: "\(directory.path)/state")
        let text = Self.configuration(directory, vent: vent, beside: beside)
        let read = try ConfigurationReader.read(Array(text.utf8), registry: Self.registry)
        let configuration = ConfigurationOffer(text: text, files: [:]).selected(in: read, [:])
        let recorder = Recorder(
            configuration.general.recorder, of: RecordSubject(configuration, memories: memories),
            in: SegmentFiles(directory: records, maxBytes: 10_000_000, minFree: 0), clock: clock,
            wall: { [clock] in WallTime(secondsSince1970: 1.7e9 + (clock.now - .zero).seconds) },
            log: Log(log, source: "recorder"))
        events = EventRing(over: RecordedLog(log, recorder, clock: clock), clock: clock)
        supervisor = try Supervisor(
            configuration, scheduler: clock, log: Log(events, source: "roost"),
            runtime: "\(directory.path)/run", manager: NoServiceManager(), memories: memories,
            observer: { recorder.observer(of: $0) }, onChange: { recorder.goOn(with: $0) },
            onStopped: { _ in })
        service = ControlService(
            supervisor, scheduler: clock, log: Log(events, source: "roost"), registry: Self.registry
        )
        self.recorder = recorder
        supervisor.start()
        run(for: 5)
    }

    deinit {
        stop()
    }

    /// Everything to its safe state, and what is remembered to its files.
    func stop() {
        supervisor.stop(because: "test")
        clock.advance(by: .seconds(2))
        recorder.finish()
        memories.close()
    }

    // MARK: The world

    func set(celsius: Double? = nil, percent: Double? = nil) throws {
        try Self.set(directory, celsius: celsius, percent: percent)
    }

    private static func set(
        _ directory: TemporaryDirectory, celsius: Double?, percent: Double?
    ) throws {
        var files: [String: String] = [:]
        if let celsius { files["in_temp_input"] = "\(Int(celsius * 1000))\n" }
        if let percent { files["in_humidityrelative_input"] = "\(Int(percent * 1000))\n" }
        try directory.makeConverter(0, name: "bme280", files)
    }

    /// The sensor is unplugged: its directory is gone.
    func unplug() throws {
        let devices = "\(directory.path)/sys/bus/iio/devices"
        guard rename("\(devices)/iio:device0", "\(devices)/unplugged") == 0 else {
            throw TestSupportError("the sensor cannot be unplugged: \(errno)")
        }
    }

    func run(for seconds: Int) {
        for _ in 0..<seconds {
            clock.advance(by: .seconds(1))
            recorder.drain()
        }
    }

    /// Where the servo was last sent, and whether the fan runs.
    var flapDegrees: Double? {
        let state = status.driver("flap")?.sources["state"]?.value["commanded"]?["degrees"]
        if case .number(let degrees)? = state { return degrees.rounded() }
        return nil
    }
    var isFanOn: Bool { directory.isSysfsLineActive(27) ?? false }

    // MARK: What is asked of it

    var status: StatusReport { supervisor.status(at: clock.now) }
    var vent: PolicyReport? { status.policy("vent") }

    /// What the control socket answers.
    func ask(_ request: JSONValue) -> JSONValue {
        let answer = Locked<JSONValue?>(nil)
        service.handle(request) { answer.value = $0 }
        // A quarter of a period at a time, and what is remembered is written meanwhile: nothing depends on how fast that is.
        _ = eventually {
            guard answer.value == nil else { return true }
            clock.advance(by: .milliseconds(250))
            recorder.drain()
            memories.close()
            return answer.value != nil
        }
        return answer.value ?? .null
    }

    /// What applying the same with other settings of the policy, and other policies, is answered.
    func apply(vent: String = "", beside: String = "") -> JSONValue {
        let text = Self.configuration(directory, vent: vent, beside: beside)
        return ask(["request": "apply", "text": .string(text), "files": [:]])
    }

    /// The lines of `watch` since the last call.
    func watchedLines() throws -> [JSONValue] {
        let now = clock.now
        let status = service.watched(at: now)
        return try watched.withLock { watched in
            var (feed, state) = watched ?? (WatchFeed(events), WatchedState())
            state.update(to: status, at: now)
            var lines: [JSONValue] = []
            while let line = feed.next(events, state, at: now) {
                lines.append(try JSONValue(parsing: line))
            }
            watched = (feed, state)
            return lines
        }
    }
}
