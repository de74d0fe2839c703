import Almanac
import Core
import Glibc
import Values

/// A house with a cat flap through a year: what is really so, second by second. No files, no clock.
package struct HouseWorld: Sendable {
    /// What goes wrong with it, or is done to it, at present.
    package struct Disturbances: Sendable {
        /// A lamp near the sensor, or the headlights of a car.
        package var lampLux = 0.0
        /// Which share of the light gets past what covers the sensor.
        package var coverShare = 1.0
        /// Its wire is open: the converter reads zero.
        package var isLightWireOpen = false
        package var isThermometerGone = false
        /// What the switch at the bolt is stuck at.
        package var latchStuck: Bool?
        /// What the switch at the flap is stuck at: whether it says "shut".
        package var flapStuck: Bool?
        /// It is wired the wrong way round: it says "shut" while the flap is open.
        package var isFlapReversed = false

        /// The reader of tags sees nobody, does not answer, or sees the collar that a cat lost there.
        package var isReaderSilent = false
        package var isReaderGone = false
        package var isCollarLost = false

        /// The clock was not set since the machine has power, or is so many seconds ahead and believed.
        package var isClockUnset = false
        package var clockIsAhead = 0

        /// Another cat of the house goes through close behind the one that passes.
        package var isTailgating = false

        /// It stays wet: it freezes when the air does.
        package var isBoltWet = false

        package init() {}
    }

    /// Which ways a bolt bars that is out.
    package enum BarredWays: Sendable {
        case both, wayOut, wayIn

        func bars(_ direction: SimulatedCat.Direction) -> Bool {
            switch self {
            case .both: true
            case .wayOut: direction == .outward
            case .wayIn: direction == .inward
            }
        }
    }

    /// A cat did something at the flap.
    package struct Visit: Equatable, Sendable {
        package enum What: Equatable, Sendable {
            case passed, refused, peeked
        }

        package let cat: Int
        package let what: What
        /// `nil` of one that only looked.
        package let direction: SimulatedCat.Direction?
        /// How long it had wanted to.
        package let waitedSeconds: Int
    }

    package let site: HouseSite
    private let bars: BarredWays
    package var disturbances = Disturbances()
    package var bolt: SimulatedBolt
    package var light: OutdoorLight
    package private(set) var flap = SimulatedFlap()
    /// The same for the switches that tell to which side it has swung.
    package private(set) var flapInward = SimulatedFlap()
    package private(set) var flapOutward = SimulatedFlap()
    package private(set) var cats: [SimulatedCat]
    /// `nil` where there is none.
    package var reader: SimulatedReader?
    package private(set) var second = -1
    /// What the photoresistor's divider gives, of the converter's full scale.
    package private(set) var lightRatio = 0.0
    package private(set) var celsius = 10.0
    /// In this second.
    package private(set) var visits: [Visit] = []
    private var climate: OutdoorClimate
    private var sensor: PhotoresistorPart
    private var weather: SeededGenerator
    private var paws: WetPaws
    private let streetLampLux: Double
    private var headlightsUntil = Int.min
    private var logLux = 0.0
    /// A cat that is about to go through behind another, and when.
    private var follower: (cat: Int, second: Int)?

    package init(
        cats habits: [CatHabit], unlocked: Angle, locked: Angle,
        reed: LatchReed = .opensWhenBack, bars: BarredWays = .both, site: HouseSite = .berlin,
        seed: UInt64
    ) {
        (self.site, self.bars) = (site, bars)
        var seeds = SeededGenerator(seed: seed)
        bolt = SimulatedBolt(unlocked: unlocked, locked: locked, reed: reed, seed: seeds.next())
        light = OutdoorLight(site: site, seed: seeds.next())
        climate = OutdoorClimate(site: site, seed: seeds.next())
        sensor = PhotoresistorPart(seed: seeds.next())
        weather = SeededGenerator(seed: seeds.next())
        // Apart from the weather, which stays what it is without them.
        var site = SeededGenerator(seed: seed ^ 0x7369_7465)
        paws = WetPaws(seed: site.next())
        let lamp = Double.random(in: 0...2, using: &weather)
        // Half of all houses have none near: there a night without moon is darker than a converter can tell.
        streetLampLux = site.happens(0.5) ? lamp : 0
        // Each has chance of its own, so that another cat does not change what the first one wants.
        cats = habits.map { SimulatedCat($0, seed: seeds.next()) }
    }

    /// The light at the sensor in lux, with lamps.
    package var lux: Double { exp(logLux) }
    package var time: WallTime { site.calendar.time(second) }
    /// What the clock of the machine shows; `nil` while it is not set.
    package var shownTime: WallTime? {
        let disturbances = disturbances
        return disturbances.isClockUnset
            ? nil : site.calendar.time(second).after(.seconds(disturbances.clockIsAhead))
    }
    package var isFlapOpen: Bool { flap.isOpen(at: Double(second)) }

    /// Moves on by a second.
    package mutating func advance() {
        second += 1
        let sky = light.logLux(at: second)
        if second % 10 == 0 { celsius = climate.celsius(at: second) }
        if second % 60 == 0 { beginMinute() }
        illuminate(sky)
        if !visits.isEmpty { visits.removeAll(keepingCapacity: true) }
        for index in cats.indices { move(index) }
        if let follower, follower.second <= second { follow(follower.cat) }
    }

    private mutating func beginMinute() {
        let time = time
        let hour = time.localMinute / 60
        let summer = site.summer(at: second)
        for index in cats.indices { cats[index].think(at: second, hour: hour, summer: summer) }
        let isWet = paws.haveWetted(at: second) || disturbances.isBoltWet
        bolt.feel(celsius: celsius, isWet: isWet)
        // Three cars in a night whose headlights meet the sensor, and gusts that rattle the flap.
        if light.sunElevation.degrees < -6, weather.happens(3 / 600) {
            headlightsUntil = second + Int.random(in: 2...10, using: &weather)
        }
        if weather.happens(2 / 1440) {
            let seconds = Double.random(in: 0.01...0.25, using: &weather)
            // Right after a look, so that a second between two looks does not make it longer than it is.
            openFlap(.inward, at: Double(second) + 0.001, for: seconds)
        }
    }

    private mutating func illuminate(_ sky: Double) {
        var lamps = disturbances.lampLux
        if light.sunElevation.degrees < -3 { lamps += streetLampLux }
        if second < headlightsUntil { lamps += 60 }
        let flicker = lamps > 0 ? lamps / (exp(sky) + lamps) : 0
        logLux = lamps > 0 ? log(exp(sky) + lamps) : sky
        if disturbances.coverShare < 1 { logLux += log(max(1e-4, disturbances.coverShare)) }
        lightRatio =
            disturbances.isLightWireOpen
            ? 0 : sensor.ratio(logLux: logLux, ageSeconds: second, ofMains: flicker)
    }

    private mutating func move(_ index: Int) {
        guard let since = cats[index].waitsSince else { return }
        let wasInside = cats[index].isInside
        while let act = cats[index].act(at: second, isFree: isFree(cats[index])) {
            reader?.note(index, act, wasInside: wasInside, at: second)
            perform(act, by: index, wasInside: wasInside, waited: second - since)
        }
    }

    private mutating func perform(
        _ act: SimulatedCat.Act, by index: Int, wasInside: Bool, waited: Int
    ) {
        switch act {
        case .arrive: break
        case .pass(let direction, let seconds):
            openFlap(direction, at: Double(second), for: seconds)
            note(index, .passed, direction, waited)
            if disturbances.isTailgating { tempt(wasInside, after: seconds) }
        case .peek(let seconds):
            openFlap(wasInside ? .outward : .inward, at: Double(second), for: seconds)
            note(index, .peeked, nil, waited)
        case .refused(let direction): note(index, .refused, direction, waited)
        }
    }

    private mutating func openFlap(
        _ direction: SimulatedCat.Direction, at time: Double, for seconds: Double
    ) {
        flap.open(at: time, for: seconds)
        switch direction {
        case .inward: flapInward.open(at: time, for: seconds)
        case .outward: flapOutward.open(at: time, for: seconds)
        }
    }

    /// The first other cat of the house on that side goes after the one that has passed.
    private mutating func tempt(_ wasInside: Bool, after seconds: Double) {
        let other = cats.firstIndex { $0.isInside == wasInside && $0.habit.isResident }
        guard let other else { return }
        let wait = 1 + Int(seconds)
        follower = (other, second + wait)
        reader?.note(other, .arrive(seconds: wait), wasInside: wasInside, at: second)
    }

    private mutating func follow(_ cat: Int) {
        follower = nil
        guard isFree(cats[cat]) else { return }
        let wasInside = cats[cat].isInside
        let act = cats[cat].follow(at: second)
        reader?.note(cat, act, wasInside: wasInside, at: second)
        let direction: SimulatedCat.Direction = wasInside ? .outward : .inward
        openFlap(direction, at: Double(second), for: SimulatedCat.followSeconds)
        note(cat, .passed, direction, 0)
    }

    private mutating func note(
        _ cat: Int, _ what: Visit.What, _ direction: SimulatedCat.Direction?, _ waited: Int
    ) {
        visits.append(Visit(cat: cat, what: what, direction: direction, waitedSeconds: waited))
    }

    /// Whether the flap gives way to a cat, where it is.
    package func isFree(_ cat: SimulatedCat) -> Bool {
        bolt.isBack || !bars.bars(cat.isInside ? .outward : .inward)
    }

    /// Holds the flap open, as a cat that stands in it does.
    package mutating func holdFlap(seconds: Double) {
        guard bolt.isBack || !bars.bars(.inward) else { return }
        openFlap(.inward, at: Double(second), for: seconds)
    }
}
