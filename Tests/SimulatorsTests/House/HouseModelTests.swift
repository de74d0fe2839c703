import Testing

@testable import Simulators

@Suite("House model")
struct HouseModelTests {
    /// A house at a time of day, without noise.
    private func house(at time: Double, _ change: (inout HouseOptions) -> Void = { _ in })
        -> HouseModel
    {
        var options = HouseOptions()
        options.startOfDay = time
        options.lightNoiseSteps = 0
        change(&options)
        return HouseModel(options)
    }

    private func advance(
        _ house: inout HouseModel, seconds: Double, pulse: Double? = nil
    ) {
        for _ in 0..<Int((seconds / 0.05).rounded()) {
            house.advance(by: .milliseconds(50), pulseMicroseconds: pulse)
        }
    }

    // MARK: The day

    @Test("nights are dark, noons are bright, and the day comes round")
    func daylight() {
        #expect(house(at: 0).truth.lightRatio == 0.05)
        #expect(abs(house(at: 0.5).truth.lightRatio - 0.92) < 1e-9)
        let dawn = [0.2, 0.25, 0.27, 0.3].map { house(at: $0).truth.lightRatio }
        #expect(dawn == dawn.sorted() && dawn[0] < dawn[3])
        #expect(abs(house(at: 0.3).truth.lightRatio - house(at: 0.7).truth.lightRatio) < 1e-9)
    }

    @Test("a day passes the pet door's light threshold of 700 of 1023 upwards and downwards once")
    func crossesThreshold() {
        var house = house(at: 0)
        var crossings = 0
        var wasLight = false
        for _ in 0..<800 {
            house.advance(by: .milliseconds(50), pulseMicroseconds: nil)
            if (house.lightRaw > 700) != wasLight { crossings += 1 }
            wasLight = house.lightRaw > 700
        }
        #expect(crossings == 2)
    }

    @Test("it is warmest at three in the afternoon and coldest twelve hours away from it")
    func temperature() {
        #expect(abs(house(at: 0.625).truth.celsius - 24) < 1e-9)
        #expect(abs(house(at: 0.125).truth.celsius - 4) < 1e-9)
    }

    @Test("time of day runs with the length of the day")
    func timeOfDay() {
        var house = house(at: 0.5) { $0.dayLength = .seconds(40) }
        house.advance(by: .seconds(30), pulseMicroseconds: nil)
        #expect(abs(house.truth.timeOfDay - 0.25) < 1e-9)
    }

    // MARK: Light

    @Test("noise stays within its bound, is there, and is the same for the same seed")
    func noise() {
        func readings(seed: UInt64) -> [Int] {
            var house = house(at: 0.5) {
                $0.lightNoiseSteps = 6
                $0.dayLength = .seconds(1_000_000)
                $0.seed = seed
            }
            return (0..<200).map { _ in
                house.advance(by: .milliseconds(50), pulseMicroseconds: nil)
                return house.lightRaw
            }
        }
        // 0.92 of 1023 is 941.16.
        #expect(readings(seed: 1).allSatisfy { (935...948).contains($0) })
        #expect(Set(readings(seed: 1)).count > 3)
        #expect(readings(seed: 1) == readings(seed: 1))
        #expect(readings(seed: 1) != readings(seed: 2))
    }

    @Test("a reading never leaves the converter's ten bits")
    func lightRange() {
        let dark = house(at: 0) {
            $0.lightRatio = 0...1
            $0.lightNoiseSteps = 50
        }
        let bright = house(at: 0.5) {
            $0.lightRatio = 0...2
            $0.lightNoiseSteps = 50
        }
        #expect(dark.lightRaw >= 0)
        #expect(bright.lightRaw == 1023)
    }

    // MARK: The bolt

    @Test("the bolt follows the pulse at a finite speed and stops at its ends")
    func boltMoves() {
        var house = house(at: 0) { $0.travelTime = .milliseconds(600) }
        #expect(house.truth.boltPosition == 1)
        advance(&house, seconds: 0.3, pulse: 1361)
        #expect(abs(house.truth.boltPosition - 0.5) < 0.001)
        advance(&house, seconds: 0.35, pulse: 1361)
        #expect(house.truth.boltPosition == 0)
        advance(&house, seconds: 1, pulse: 2000)
        #expect(house.truth.boltPosition == 1)
    }

    @Test("without a pulse, or with one that no servo takes, the bolt stays where it is")
    func boltStays() {
        var house = house(at: 0)
        advance(&house, seconds: 0.3, pulse: 1361)
        let place = house.truth.boltPosition
        for pulse in [nil, 0, 399, 2701, .nan, .infinity] {
            advance(&house, seconds: 1, pulse: pulse)
            #expect(house.truth.boltPosition == place)
        }
    }

    @Test("the contact is closed while the bolt is out, and open only when it is fully back")
    func contact() {
        var house = house(at: 0)
        #expect(house.truth.isLatchContactClosed)
        advance(&house, seconds: 0.5, pulse: 1361)
        #expect(house.truth.isLatchContactClosed, "not all the way yet")
        advance(&house, seconds: 0.2, pulse: 1361)
        #expect(!house.truth.isLatchContactClosed)
    }

    @Test("the bolt can go back with the shorter or with the longer pulse")
    func mirrored() {
        var house = house(at: 0) {
            $0.retractedMicroseconds = 2000
            $0.extendedMicroseconds = 1361
        }
        advance(&house, seconds: 1, pulse: 2000)
        #expect(house.truth.boltPosition == 0)
    }

    // MARK: Faults

    @Test("a jammed latch stays, and moves again when mended")
    func jammed() {
        var house = house(at: 0)
        house.faults.isLatchJammed = true
        advance(&house, seconds: 1, pulse: 1361)
        #expect(house.truth.boltPosition == 1)
        house.faults.isLatchJammed = false
        advance(&house, seconds: 1, pulse: 1361)
        #expect(house.truth.boltPosition == 0)
    }

    @Test("broken sensors read as real broken sensors do")
    func brokenSensors() {
        var house = house(at: 0.5)
        house.faults.thermometer = .unplugged
        house.faults.isLightSensorUnplugged = true
        advance(&house, seconds: 0.05)
        #expect(house.thermometerText.isEmpty)
        #expect(house.lightRaw == 0)
        house.faults.thermometer = .shorted
        #expect(house.thermometerText.hasSuffix("t=0\n"))
        house.faults.thermometer = .poweredOn
        #expect(house.thermometerText.hasSuffix("t=85000\n"))
        house.faults = HouseFaults()
        #expect(house.thermometerText.contains("YES"))
    }
}
