import Core
import Simulators
import Values

/// What goes wrong in a flight, when, and for how long.
struct TrialFault: Equatable, Sendable, CustomStringConvertible {
    enum What: Equatable, Sendable {
        /// In the words of the simulated drone's own faults, with those that end it; it says nothing
        /// to end where it does not end.
        case world(String, end: String?)
        case gust(metresPerSecond: Double, towards: Angle)
        /// The policy is not stepped: its process hangs.
        case stall
        /// The computer is unwell: for so long in each second its process gets no turn. What it hears
        /// meanwhile it reads afterwards.
        case unwell(Duration)
        /// Somebody asks the policy for something.
        case request(String)
        /// Of the telephone of whoever is followed.
        case leader(TrialLeader.Fault)
    }

    let what: What
    /// Counted from the take-off.
    let after: Duration
    let lasting: Duration

    var description: String {
        let time = "at \(text(of: after)) for \(text(of: lasting))"
        return switch what {
        case .world(let words, end: nil): "\(words) at \(text(of: after))"
        case .world(let words, end: _): "\(words) \(time)"
        case .gust(let speed, _): "gust \(fixedText(of: speed, decimals: 1))m/s \(time)"
        case .stall: "stall \(time)"
        case .unwell(let pause): "stands for \(text(of: pause)) of each second \(time)"
        case .request(let name): "asked to \(name) at \(text(of: after))"
        case .leader(.silent): "leader silent \(time)"
        case .leader(.unset): "leader at 0, 0 \(time)"
        case .leader(.jump(let metres, _)):
            "leader jumps \(fixedText(of: metres, decimals: 0))m \(time)"
        }
    }

    /// One of the catalogue: what receivers, compasses, radios, batteries, grounds, weathers, people
    /// and computers do.
    static func drawn(using generator: inout SeededGenerator) -> TrialFault {
        let after = Duration.seconds(Double.random(in: 8...150, using: &generator))
        let kind = Int.random(in: 0..<kinds, using: &generator)
        let what = what(kind, &generator)
        return TrialFault(
            what: what, after: after, lasting: .seconds(seconds(kind, &generator)))
    }

    /// One that meets a drone in a scene: among those of the catalogue what a hover, a pause and a leader have to
    /// fear.
    static func drawn(
        in scene: TrialScene, using generator: inout SeededGenerator
    ) -> [TrialFault] {
        func number(_ range: ClosedRange<Double>) -> Double {
            Double.random(in: range, using: &generator)
        }
        func words(_ range: ClosedRange<Double>) -> String {
            fixedText(of: number(range), decimals: 0)
        }
        let lasting = Duration.seconds(number(10...60))
        // In a pause: the receiver is away for 2 s before it counts as lost.
        let after =
            scene == .pause || scene == .leaderless
            ? TrialScene.pauses[Int.random(in: 0..<3, using: &generator)]
                + .seconds(number(0...3.5))
            : TrialScene.begins + .seconds(number(5...60))
        func fault(_ what: What, later: Double = 0) -> TrialFault {
            TrialFault(what: what, after: after + .seconds(later), lasting: lasting)
        }
        let ground = ["water", "dark"].randomElement(using: &generator) ?? "dark"
        let blind = What.world("ground \(ground)", end: "ground textured")
        let wind = What.world("wind \(words(3...9))m/s \(words(0...359))deg gusts 2m/s", end: nil)
        switch Int.random(in: 0..<14, using: &generator) {
        case 0: return [fault(blind)]
        case 1: return [fault(blind), fault(wind, later: number(-3...3))]
        case 2:
            return [fault(blind), fault(.world("gps off", end: "gps on"), later: number(-3...3))]
        case 3:
            return [
                fault(blind), fault(.world("gps off", end: "gps on"), later: number(-3...3)),
                fault(wind, later: number(-3...3)),
            ]
        case 4: return [fault(.world("gps off", end: "gps on")), fault(wind, later: number(0...5))]
        case 5: return [fault(.world("gps poor", end: "gps on"))]
        case 6: return [fault(.world("gps bare", end: "gps on"))]
        case 7: return [fault(.world("gps 2d", end: "gps on"))]
        case 8: return [fault(.world("gps bare-2d", end: "gps on")), fault(blind, later: 2)]
        case 9: return [fault(.world("gps stuck", end: "gps on")), fault(wind)]
        case 10: return [fault(.world("hijack \(words(1...12))s fly", end: nil))]
        case 11: return [fault(.world("hijack \(words(1...12))s land", end: nil))]
        case 12: return [fault(.leader(.unset)), fault(wind)]
        default:
            let jumps: [Double] = [25, 60, 150, 500, 2000, 50_000]
            let metres = jumps.randomElement(using: &generator) ?? 25
            return [
                fault(.leader(.jump(metres: metres, towards: .degrees(number(0...360)))))
            ]
        }
    }

    private static let kinds = 17

    private static func what(_ kind: Int, _ generator: inout SeededGenerator) -> What {
        func number(_ range: ClosedRange<Double>) -> Double {
            Double.random(in: range, using: &generator)
        }
        func words(_ range: ClosedRange<Double>) -> String {
            fixedText(of: number(range), decimals: 0)
        }
        switch kind {
        case 0: return .world("gps off", end: "gps on")
        case 1: return .world("gps off", end: nil)
        case 2: return .world("gps stuck", end: "gps on")
        case 3: return .world("gps jump \(words(8...40))m", end: "gps on")
        case 4: return .world("gps wrong \(words(10...40))m", end: "gps on")
        case 5, 6:
            let field = "\(words(50...350))mG \(words(0...359))deg"
            return .world("magnetic \(field)", end: "magnetic 0mG")
        case 7: return .world("ground water", end: "ground textured")
        case 8: return .world("ground dark", end: "ground textured")
        case 9: return .world("outage \(fixedText(of: number(0.5...12), decimals: 1))s", end: nil)
        case 10: return .world("loss \(words(10...50))%", end: "loss 0%")
        case 11: return .world("battery \(words(5...15))%", end: nil)
        case 12:
            let wind = "\(words(6...12))m/s \(words(0...359))deg"
            return .world("wind \(wind) gusts 3m/s", end: nil)
        case 13: return .gust(metresPerSecond: number(3...8), towards: .degrees(number(0...360)))
        case 14: return .stall
        case 15: return .unwell(.milliseconds(Int.random(in: 100...500, using: &generator)))
        default: return .request(Bool.random(using: &generator) ? "land" : "hover")
        }
    }

    /// How long one lasts; what never ends by itself lasts for no time.
    private static func seconds(_ kind: Int, _ generator: inout SeededGenerator) -> Double {
        switch kind {
        case 0: [3, 10, 60].randomElement(using: &generator) ?? 10
        case 3: 2
        case 13: 4
        case 14: Double.random(in: 0.2...5, using: &generator)
        case 2, 4, 5, 6, 7, 8, 10, 15: Double.random(in: 10...60, using: &generator)
        default: 0
        }
    }
}
