import Core
import Values

@testable import PetDoor

/// What one step of a pet door may bring: what the sensors say, what is done to it, how late it is.
struct DoorTurn: CustomStringConvertible {
    enum Light: String {
        case day, twilight, night, doubtful, absent, stale
        /// Less than the sensor can tell from a broken wire.
        case darkness
    }
    enum Warmth: String { case mild, cold, absent }
    enum Flap: String {
        case shut, open, absent
        /// It opened and shut between two steps.
        case nudged
        /// Its switch is the wrong way round: shut it says "open", and while an animal holds it open it says "shut".
        case reversed, held
    }
    enum Latch: String { case honest, absent, saysBack = "says back", saysOut = "says out" }
    /// A contact that is not always there: of a smoke detector, of what watches the tunnel.
    enum Extra: String { case none, open, closed, absent }
    enum Clock: String {
        case absent, outside = "outside of the schedule", inside = "in the schedule"
    }
    /// Who comes to the flap between two steps. She that lives here is Mia; the reader is outside.
    enum Visit: String {
        case none
        case passes = "Mia passes"
        case unread = "Mia passes, and the reader is dead"
        case looks = "Mia looks through"
        case stranger = "a stranger's cat comes in"
        case calls = "Mia waits outside"
        case deadReader = "the reader is dead"
    }
    enum Deed: String {
        case none
        case drawn = "a hand draws the bolt"
        case restart = "the program starts again"
        case brownOut = "the machine goes down where the servo starts"
        case lock, unlock, auto
        case lockUnlock = "lock, and at once unlock"
        case told = "a person says where Mia is"

        /// But for what is said of Mia: that depends on where she is.
        var requests: [PetDoor.Request] {
            switch self {
            case .none, .drawn, .restart, .brownOut, .told: []
            case .lock: [.lock]
            case .unlock: [.unlock]
            case .auto: [.auto]
            case .lockUnlock: [.lock, .unlock]
            }
        }
    }

    var light = Light.day
    var warmth = Warmth.mild
    var flap = Flap.shut
    var latch = Latch.honest
    var clock = Clock.absent
    var fire = Extra.none
    var tunnel = Extra.none
    var deed = Deed.none
    var visit = Visit.none
    /// The bolt does not move, whatever the servo does.
    var isStuck = false
    /// Ice holds the bolt half-way, from whichever side it comes.
    var isIced = false
    /// How many periods have passed since the step before.
    var periods = 1

    /// What is not as usual.
    var description: String {
        var words: [String] = [light.rawValue]
        if warmth != .mild { words.append("warmth \(warmth.rawValue)") }
        if flap != .shut { words.append("flap \(flap.rawValue)") }
        if latch != .honest { words.append("latch \(latch.rawValue)") }
        if clock != .absent { words.append("clock \(clock.rawValue)") }
        if visit != .none { words.append(visit.rawValue) }
        if fire != .none { words.append("fire \(fire.rawValue)") }
        if tunnel != .none { words.append("tunnel \(tunnel.rawValue)") }
        if isStuck { words.append("the bolt is stuck") }
        if isIced { words.append("ice half-way") }
        if deed != .none {
            words.append(deed.requests.count == 1 ? "asked: \(deed.rawValue)" : deed.rawValue)
        }
        if periods != 1 { words.append("late") }
        return words.joined(separator: ", ")
    }
}

extension [DoorTurn] {
    /// Each of these with each of the values.
    func with<Value>(_ path: WritableKeyPath<DoorTurn, Value>, _ values: Value...) -> [DoorTurn] {
        flatMap { turn in
            values.map { value in
                var turn = turn
                turn[keyPath: path] = value
                return turn
            }
        }
    }

    /// And this one for each light.
    func and(_ deeds: DoorTurn.Deed..., in lights: DoorTurn.Light...) -> [DoorTurn] {
        self + deeds.flatMap { deed in lights.map { DoorTurn(light: $0, deed: deed) } }
    }

    static let usual = [DoorTurn()]
}
