import Devices
import Testing

@testable import Drivers

struct PhotoresistorDividerTests {
    private func divider(
        _ side: Photoresistor.Divider.Side = .supply, fixedOhms: Double? = 10_000,
        r10: Double? = nil, gamma: Double = 0.7
    ) -> Photoresistor.Divider {
        Photoresistor.Divider(side: side, fixedOhms: fixedOhms, ohmsAt10Lux: r10, gamma: gamma)
    }

    @Test("more light is more, whichever side the photoresistor is on")
    func sides() {
        #expect(divider(.supply).ratio(ofShare: 0.75) == 0.75)
        #expect(divider(.ground).ratio(ofShare: 0.25) == 0.75)
        #expect(divider().ratio(ofShare: -0.1) == 0)
        #expect(divider().ratio(ofShare: 1.1) == 1)
    }

    /// Voltage divider: to supply R = Rfix × (Vref - V) / V, to ground R = Rfix × V / (Vref - V).
    @Test("the ohms follow from the divider on both sides")
    func ohms() {
        let toSupply = divider(.supply)
        // 2.475 V of 3.3 V: R = 10 kΩ × 0.825 / 2.475
        #expect(toSupply.level(ratio: toSupply.ratio(ofShare: 0.75)).ohms == 10_000.0 / 3)
        let toGround = divider(.ground)
        // 2.475 V of 3.3 V: R = 10 kΩ × 2.475 / 0.825
        #expect(toGround.level(ratio: toGround.ratio(ofShare: 0.75)).ohms == 30_000)
    }

    @Test("lux is 10 at R10, and falls along a straight line in log-log")
    func lux() throws {
        let divider = divider(r10: 10_000, gamma: 0.5)
        #expect(divider.level(ratio: 0.5).approximateLux == 10)
        // A third of the resistance at gamma 0.5: 3 ^ 2 times the light.
        let bright = try #require(divider.level(ratio: 0.75).approximateLux)
        #expect(abs(bright - 90) < 1e-9)
    }

    @Test("at the ends of the scale there is a ratio, but no ohms and no lux", arguments: [0, 1.0])
    func ends(_ ratio: Double) {
        #expect(divider(r10: 10_000).level(ratio: ratio) == LightLevel(ratio: ratio))
    }

    @Test("only the ends of the scale are doubtful, each with its reason")
    func doubt() throws {
        let margin = Photoresistor.Scale.counts(full: 1023).margin
        #expect(divider().doubt(ratio: 1.0 / 1023, margin: margin) == nil)
        #expect(divider().doubt(ratio: 1022.0 / 1023, margin: margin) == nil)
        #expect(try #require(divider().doubt(ratio: 0, margin: margin)).contains("open"))
        #expect(try #require(divider().doubt(ratio: 1, margin: margin)).contains("shorted"))
    }
}

struct PhotoresistorFilterTests {
    private let start = Instant(nanoseconds: 1_000_000_000)

    @Test("a single spike leaves no trace in a median of three")
    func median() {
        var filter = Photoresistor.Filter(window: 3, timeConstant: .zero)
        let out = [0.5, 0.5, 1, 0.5, 0.5].map { filter.add($0, at: start).smoothed }
        #expect(out == [0.5, 0.5, 0.5, 0.5, 0.5])
    }

    @Test("a step is through a median of five at the third value")
    func step() {
        var filter = Photoresistor.Filter(window: 5, timeConstant: .zero)
        let out = [0, 0, 0, 0, 0, 1, 1, 1].map { filter.add($0, at: start).smoothed }
        #expect(out == [0, 0, 0, 0, 0, 0, 0, 1])
    }

    @Test("the average goes 1 - 1/e of the way in one time constant, however many steps it takes")
    func average() {
        for steps in [1, 4, 100] {
            var filter = Photoresistor.Filter(window: 1, timeConstant: .seconds(1))
            _ = filter.add(0, at: start)
            var last = 0.0
            for step in 1...steps {
                let now = start + .nanoseconds(1_000_000_000 * Int64(step) / Int64(steps))
                last = filter.add(1, at: now).smoothed
            }
            #expect(abs(last - 0.632_120_558_8) < 1e-9)
        }
    }

    @Test("the median shows an end of the scale that the average only approaches")
    func ends() {
        var filter = Photoresistor.Filter(window: 1, timeConstant: .seconds(10))
        _ = filter.add(0.5, at: start)
        let (median, smoothed) = filter.add(0, at: start + .seconds(1))
        #expect(median == 0)
        #expect(smoothed > 0.4)
    }
}
