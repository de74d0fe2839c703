import CommandKit
import Core
import JSON
import Simulators
import Terminal
import Values

/// A house that follows rules, through a day of a minute.
struct HouseShow: DemoShow {
    private let wiring: HouseWiring
    private let house: SimulatedHouse
    private var room = RoomModel()
    private var checker = StageChecker(HouseDay.stages, laws: HouseDay.laws)
    private var history = HouseHistory()
    private var last = Duration.zero
    private var frame: HouseFrame?

    init(_ wiring: HouseWiring, scheduler: any Scheduler) throws(CommandError) {
        // For the supervisor, which is started later; nothing runs yet that reads it meanwhile.
        HouseClock.setZone()
        self.wiring = wiring
        var options = HouseOptions()
        options.lightNoiseSteps = 0
        house = try orFail(
            try SimulatedHouse(sysfs: wiring.sysfs, scheduler: scheduler, options: options))
        showRoom()
    }

    mutating func observe(_ status: StatusReport?, at elapsed: Duration) {
        let (fan, pump) = (house.level(of: wiring.fan), house.level(of: wiring.pump))
        room.advance(by: elapsed - last, isFanOn: fan == true, isPumpOn: pump == true)
        last = elapsed
        let sight = HouseSight(
            room: room, fan: fan, lamp: house.level(of: wiring.lamp), pump: pump,
            alerts: status.alerts)
        checker.observe(sight, at: elapsed)?.begin(&room)
        showRoom()
        history.add(sight, at: elapsed)
        frame = HouseFrame(
            elapsed: elapsed, sight: sight, history: history, stages: rows,
            why: status.reason { $0.name == "fan" }, setters: status.setters)
    }

    /// Puts what the room is like to the sensors. What cannot be written is missed by a stage.
    private func showRoom() {
        try? house.setTemperature(celsius: room.celsius)
        try? house.setInput(wiring.twilight, ratio: room.lightRatio)
        try? house.setInput(wiring.soil, ratio: room.soilRatio)
        try? house.setLevel(of: wiring.rain, isHigh: room.isRaining)
        try? house.setLevel(of: wiring.button, isHigh: room.isButtonHeld)
        house.injectFaults { $0.thermometer = room.isThermometerLost ? .unplugged : nil }
    }

    private var rows: [HouseFrame.Stage] {
        zip(checker.stages, checker.outcomes).map { HouseFrame.Stage(text: $0.text, outcome: $1) }
    }

    var checks: [DemoCheck] { checker.checks }
    var isOver: Bool { checker.isOver }

    func picture(_ size: DemoPicture.Size) -> [StyledText] {
        frame.map { HouseScreen(size).draw($0) } ?? []
    }

    var line: String { frame.map { "\(HouseLine($0))" } ?? "" }

    func summary(_ status: StatusReport) -> String { DemoSummary(status).text }

    func stop() { house.stop() }
}

extension StatusReport? {
    /// The rules that set outputs now, by the names of the outputs.
    fileprivate var setters: [String: String] {
        var setters: [String: String] = [:]
        for policy in self?.policies ?? [] {
            guard case .object(let outputs)? = policy.details?["outputs"] else { continue }
            for (name, output) in outputs {
                if case .string(let rule)? = output["by"] { setters[name] = rule }
            }
        }
        return setters
    }

    /// What all policies tell people.
    fileprivate var alerts: [String] {
        (self?.policies ?? []).flatMap { StandingAlert.all(in: $0.details).compactMap(\.text) }
    }
}
