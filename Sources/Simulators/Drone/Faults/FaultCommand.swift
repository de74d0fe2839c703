import Core
import Settings
import Values

/// A fault as a person asks for it, in one line: "loss 30%", "gps jump 40m".
package enum FaultCommand: Equatable, Sendable {
    /// Which way through the air.
    package enum Way: Equatable, Sendable {
        case up, down, both
    }

    case path(Way, PathFault)
    /// Nothing passes, for a time or until "clear".
    case outage(Duration?)
    case reboot(Duration)
    /// A second controller comes along.
    case hijack(Duration, Rival)
    /// A propeller is blocked.
    case cutOut
    case battery(percent: Double)
    case satellites(DroneFaults.Satellites)
    case wind(Wind)
    case magnetism(MagneticDisturbance)
    /// Whether the magnetometer is known to be calibrated.
    case compass(isCalibrated: Bool)
    /// Whether its front camera is ready for a photograph.
    case camera(isReady: Bool)
    case ground(GroundSurface)
    /// Something leans on it: it says that it is rolled further by so much.
    case tilt(Angle)
    /// The air rises, and takes it along.
    case updraft(metresPerSecond: Double)
    /// A configuration key is acknowledged from now on, and not applied.
    case ignoredKey(String)
    /// All is well again.
    case clear

    /// What a second controller wants.
    package enum Rival: Equatable, Sendable {
        /// It counts from 1, again and again, and believes the drone to be on the ground.
        case land
        /// It counts far above everybody else, so that nobody else is heard, and turns the drone.
        case fly
    }

    package enum PathFault: Equatable, Sendable {
        case loss(Double), reorder(Double), duplicate(Double), corrupt(Double)
        case delay(Duration), jitter(Duration)
    }

    /// What there is to say, for people.
    package static let usage = """
        loss|reorder|duplicate|corrupt SHARE [up|down]     loss 30%, corrupt 1% down
        delay|jitter TIME [up|down]                        delay 300ms
        outage [TIME]                                      outage 10s; without a time until "clear"
        reboot [TIME]                                      reboot 20s
        hijack [TIME] [land|fly]                           a second controller, for 5 s
        cutout                                             a propeller is blocked
        battery CHARGE                                     battery 12%
        gps on|off|stuck|jump LENGTH|wrong LENGTH          gps jump 40m, gps wrong 25m
        gps poor|bare|2d|bare-2d                           gps bare: it says no more how good it is
        wind SPEED [TOWARDS] [gusts SPEED]                 wind 4m/s 90deg gusts 2m/s
        magnetic FIELD [TOWARDS]                           magnetic 150mG 90deg
        compass on|off                                     compass off: its calibration is gone
        camera on|off                                      camera off: it takes no photographs
        ground textured|water|dark                         ground water: its camera sees no way
        tilt ANGLE                                         tilt 60deg: something leans on it
        updraft SPEED                                      updraft 2m/s: the air rises
        config-ignore KEY                                  config-ignore control:altitude_max
        clear                                              all is well again
        """

    /// Reads several commands with semicolons between them; all of them or none.
    package static func list(_ text: String) throws(PlainError) -> [FaultCommand] {
        var commands: [FaultCommand] = []
        for part in text.split(separator: ";") {
            if let command = try FaultCommand.parse(String(part)) { commands.append(command) }
        }
        return commands
    }

    /// Reads one command; `nil` for a line that is blank or a comment ("# ...").
    package static func parse(_ line: String) throws(PlainError) -> FaultCommand? {
        var words = FaultParser(line)
        guard let verb = words.next(), !verb.hasPrefix("#") else { return nil }
        let command = try command(verb, &words)
        try words.expectEnd()
        return command
    }

    private static func command(
        _ verb: String, _ words: inout FaultParser
    ) throws(PlainError) -> FaultCommand {
        switch verb {
        case "loss", "reorder", "duplicate", "corrupt", "delay", "jitter":
            let fault = try pathFault(verb, &words)
            return .path(try words.way(), fault)
        case "outage": return .outage(try words.optionalTime(0.001...86_400))
        case "reboot": return .reboot(try words.optionalTime(0.001...600) ?? .seconds(20))
        case "hijack": return try hijack(&words)
        case "cutout": return .cutOut
        case "battery": return .battery(percent: try words.quantity(.fraction, 0...1) * 100)
        case "gps": return .satellites(try satellites(&words))
        case "wind": return .wind(try wind(&words))
        case "magnetic":
            let milligauss = try words.quantity(.magneticField, 0...10_000)
            return .magnetism(
                MagneticDisturbance(
                    milligauss: milligauss, towards: try words.optionalAngle() ?? .degrees(0)))
        case "compass": return .compass(isCalibrated: try isOn(&words))
        case "camera": return .camera(isReady: try isOn(&words))
        case "ground": return .ground(try surface(&words))
        case "tilt": return .tilt(.degrees(try words.quantity(.angle, -180...180)))
        case "updraft":
            return .updraft(metresPerSecond: try words.quantity(.speed, 0...10))
        case "config-ignore": return .ignoredKey(try words.key())
        case "clear": return .clear
        default:
            throw PlainError(
                "there is no fault \"\(verb.prefix(40))\"; there are:\n\(usage)")
        }
    }

    private static func pathFault(
        _ verb: String, _ words: inout FaultParser
    ) throws(PlainError) -> PathFault {
        switch verb {
        case "loss": .loss(try words.quantity(.fraction, 0...1))
        case "reorder": .reorder(try words.quantity(.fraction, 0...1))
        case "duplicate": .duplicate(try words.quantity(.fraction, 0...1))
        case "corrupt": .corrupt(try words.quantity(.fraction, 0...1))
        case "delay": .delay(try words.time(0...60))
        default: .jitter(try words.time(0...60))
        }
    }

    private static func hijack(_ words: inout FaultParser) throws(PlainError) -> FaultCommand {
        let isTimed = !["land", "fly", nil].contains(words.peek)
        let time = isTimed ? try words.time(0.001...86_400) : .seconds(5)
        if words.skip("fly") { return .hijack(time, .fly) }
        _ = words.skip("land")
        return .hijack(time, .land)
    }

    private static func satellites(
        _ words: inout FaultParser
    ) throws(PlainError) -> DroneFaults.Satellites {
        switch words.next() {
        case "on": .on
        case "off": .off
        case "stuck": .stuck
        case "jump": .jump(metres: try words.quantity(.length, 0...10_000))
        case "wrong": .wrong(metres: try words.quantity(.length, 0...10_000))
        case "poor": .poor
        case "bare": .bare
        case "2d": .flat
        case "bare-2d": .bareFlat
        case let word:
            throw words.expected(
                "on, off, stuck, jump, wrong, poor, bare, 2d or bare-2d", found: word)
        }
    }

    private static func isOn(_ words: inout FaultParser) throws(PlainError) -> Bool {
        switch words.next() {
        case "on": true
        case "off": false
        case let word: throw words.expected("on or off", found: word)
        }
    }

    private static func surface(
        _ words: inout FaultParser
    ) throws(PlainError) -> GroundSurface {
        let word = words.next()
        guard let surface = word.flatMap(GroundSurface.init(rawValue:)) else {
            throw words.expected("textured, water or dark", found: word)
        }
        return surface
    }

    private static func wind(_ words: inout FaultParser) throws(PlainError) -> Wind {
        let speed = try words.quantity(.speed, Wind.speeds)
        let towards = words.peek == "gusts" ? nil : try words.optionalAngle()
        var gusts = 0.0
        if words.skip("gusts") { gusts = try words.quantity(.speed, Wind.speeds) }
        return Wind(
            speedMetresPerSecond: speed, towards: towards ?? .degrees(0),
            gustMetresPerSecond: gusts)
    }
}
