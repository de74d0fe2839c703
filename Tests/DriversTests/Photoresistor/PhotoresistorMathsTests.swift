import Core
import DriverKit
import Glibc
import TestSupport
import Testing
import Values

@testable import Drivers

struct PhotoresistorDividerTests {
    private func divider(
        _ side: Photoresistor.Divider.Side = .supply, fixedOhms: Double? = 10_000,
        curve: Photoresistor.LDRCurve? = nil
    ) -> Photoresistor.Divider {
        Photoresistor.Divider(side: side, fixedOhms: fixedOhms, curve: curve)
    }

    @Test("more light is more, whichever side the photoresistor is on")
    func sides() {
        #expect(ratio(divider(.supply), 0.75) == 0.75)
        #expect(ratio(divider(.ground), 0.25) == 0.75)
        #expect(ratio(divider(), -0.1) == 0)
        #expect(ratio(divider(), 1.1) == 1)
    }

    private func ratio(_ divider: Photoresistor.Divider, _ fraction: Double) -> Double {
        divider.light(from: .init(value: fraction, isSaturated: false)).value
    }

    /// Voltage divider: to supply R = Rfix × (Vref - V) / V, to ground R = Rfix × V / (Vref - V).
    @Test("the ohms follow from the divider on both sides")
    func ohms() {
        let toSupply = divider(.supply)
        // 2.475 V of 3.3 V: R = 10 kΩ × 0.825 / 2.475
        #expect(toSupply.level(ratio: ratio(toSupply, 0.75)).ohms == 10_000.0 / 3)
        let toGround = divider(.ground)
        // 2.475 V of 3.3 V: R = 10 kΩ × 2.475 / 0.825
        #expect(toGround.level(ratio: ratio(toGround, 0.75)).ohms == 30_000)
    }

    @Test("lux is 10 at R10, and falls along a straight line in log-log")
    func lux() throws {
        let divider = divider(curve: .init(ohmsAt10Lux: 10_000, gamma: 0.5))
        #expect(divider.level(ratio: 0.5).approximateLux == 10)
        // A third of the resistance at gamma 0.5: 3 ^ 2 times the light.
        let bright = try #require(divider.level(ratio: 0.75).approximateLux)
        #expect(abs(bright - 90) < 1e-9)
    }

    @Test("at the ends of the scale there is a ratio, but no ohms and no lux", arguments: [0, 1.0])
    func ends(_ ratio: Double) {
        #expect(
            divider(curve: .init(ohmsAt10Lux: 10_000, gamma: 0.7)).level(ratio: ratio)
                == LightLevel(ratio: ratio))
    }

    @Test("only the ends of the scale are doubtful, each with its reason")
    func doubt() throws {
        let margin = 0.5 / 1023
        func doubt(_ ratio: Double, isSaturated: Bool = false) -> String? {
            divider().doubt(.init(value: ratio, isSaturated: isSaturated), margin: margin)
        }
        #expect(doubt(1.0 / 1023) == nil)
        #expect(doubt(1022.0 / 1023) == nil)
        #expect(try #require(doubt(0)).contains("open"))
        #expect(try #require(doubt(1)).contains("shorted"))
        #expect(try #require(doubt(0.62, isSaturated: true)).contains("gain is too high"))
    }
}

struct PhotoresistorLDRCurveTests {
    private typealias Point = Photoresistor.LDRCurve.Point

    @Test("two measurements give the line through both")
    func calibration() throws {
        // A hundred times the light at a hundredth of the resistance to the power of 0.7:
        // 20 kΩ × 100 ^ -0.7 = 796.2 Ω.
        let curve = try #require(
            Photoresistor.LDRCurve(
                Point(lux: 10, ohms: 20_000), Point(lux: 1000, ohms: 796.214_341_1)))
        #expect(abs(curve.gamma - 0.7) < 1e-9)
        #expect(abs(curve.ohmsAt10Lux - 20_000) < 1e-6)
        #expect(abs(curve.lux(ofOhms: 796.214_341_1) - 1000) < 1e-6)
    }

    @Test("the order of the measurements does not matter, nor that none is at 10 lux")
    func order() throws {
        let dark = Point(lux: 2, ohms: 50_000)
        let bright = Point(lux: 500, ohms: 1_500)
        let one = try #require(Photoresistor.LDRCurve(dark, bright))
        let other = try #require(Photoresistor.LDRCurve(bright, dark))
        #expect(abs(one.gamma - other.gamma) < 1e-12)
        #expect(abs(one.lux(ofOhms: 50_000) - 2) < 1e-9)
        #expect(abs(other.lux(ofOhms: 1_500) - 500) < 1e-6)
    }

    @Test("what no photoresistor does is refused")
    func impossible() {
        let point = Point(lux: 10, ohms: 20_000)
        #expect(Photoresistor.LDRCurve(point, point) == nil)
        #expect(Photoresistor.LDRCurve(point, Point(lux: 10, ohms: 5_000)) == nil)
        #expect(Photoresistor.LDRCurve(point, Point(lux: 1000, ohms: 20_000)) == nil)
        #expect(Photoresistor.LDRCurve(point, Point(lux: 1000, ohms: 40_000)) == nil)
        #expect(Photoresistor.LDRCurve(point, Point(lux: 11, ohms: 10)) == nil)
    }
}

struct PhotoresistorFlickerRejectionTests {
    private let start = Instant(nanoseconds: 1_000_000_000)

    /// The light of a lamp, which follows the power of the mains: a mean and its flicker at twice
    /// the mains' frequency, with harmonics.
    private func lamp(at time: Instant, mains hertz: Double, phase: Double) -> Double {
        let angle = 2 * Double.pi * 2 * hertz * (time - start).seconds + phase
        return 0.5 + 0.2 * sin(angle) + 0.1 * sin(2 * angle + 1) + 0.05 * sin(3 * angle + 2)
    }

    private func mean(
        _ mains: Photoresistor.FlickerRejection, _ clock: ManualScheduler,
        conversion: Duration = .zero, _ light: (Instant) -> Double
    ) throws(DeviceError) -> ADCRatio {
        try mains.mean(clock) { () throws(DeviceError) in
            defer { clock.sleep(for: conversion) }
            return ADCRatio(value: light(clock.now), isSaturated: false)
        }
    }

    @Test(
        "the mean over a period of the mains does not flicker, however long a conversion takes",
        arguments: [(Photoresistor.FlickerRejection.hertz50, 50.0), (.hertz60, 60.0)],
        [Duration.zero, .milliseconds(3)])
    func flicker(_ lamps: (mains: Photoresistor.FlickerRejection, hertz: Double), _ each: Duration)
        throws
    {
        for step in 0..<40 {
            let clock = ManualScheduler(now: start)
            let mean = try mean(lamps.mains, clock, conversion: each) {
                lamp(at: $0, mains: lamps.hertz, phase: Double(step) * 0.157)
            }
            #expect(abs(mean.value - 0.5) < 1e-6)
        }
    }

    @Test("without mains one sample is a reading, at once")
    func none() throws {
        let clock = ManualScheduler(now: start)
        #expect(try mean(.none, clock) { _ in 0.3 }.value == 0.3)
        #expect(clock.now == start)
    }

    @Test("one clipped sample makes the mean clipped")
    func clipped() throws {
        var samples = [0.5, 0.5, 1, 0.5, 0.5]
        let mean = try Photoresistor.FlickerRejection.hertz50.mean(ManualScheduler()) {
            let value = samples.removeFirst()
            return ADCRatio(value: value, isSaturated: value == 1)
        }
        #expect(mean == ADCRatio(value: 0.6, isSaturated: true))
    }

    @Test("one failure ends the reading")
    func failure() {
        var tries = 0
        let error = thrownError(DeviceError.self) {
            try Photoresistor.FlickerRejection.hertz50.mean(ManualScheduler()) {
                () throws(DeviceError) in
                tries += 1
                throw DeviceError(.corrupt, "nonsense")
            }
        }
        #expect(error?.kind == .corrupt && tries == 1)
    }
}

struct PhotoresistorFilterTests {
    private let start = Instant(nanoseconds: 1_000_000_000)

    private func medians(_ ratios: [Double], window: Int) -> [Double] {
        var filter = Photoresistor.Filter(window: window, timeConstant: .zero)
        return ratios.map { filter.median(with: .init(value: $0, isSaturated: false)).value }
    }

    @Test("a single spike leaves no trace in a median of three")
    func median() {
        #expect(medians([0.5, 0.5, 1, 0.5, 0.5], window: 3) == [0.5, 0.5, 0.5, 0.5, 0.5])
    }

    @Test("a step is through a median of five at the third value")
    func step() {
        #expect(
            medians([0, 0, 0, 0, 0, 1, 1, 1], window: 5) == [0, 0, 0, 0, 0, 0, 0, 1])
    }

    @Test("the median knows whether it was clipped")
    func clipped() {
        var filter = Photoresistor.Filter(window: 3, timeConstant: .zero)
        let out = [(0.4, false), (0.6, true), (0.6, true), (0.4, false), (0.4, false)].map {
            filter.median(with: .init(value: $0.0, isSaturated: $0.1)).isSaturated
        }
        #expect(out == [false, true, true, true, false])
    }

    @Test("the average goes 1 - 1/e of the way in one time constant, however many steps it takes")
    func average() {
        for steps in [1, 4, 100] {
            var filter = Photoresistor.Filter(window: 1, timeConstant: .seconds(1))
            _ = filter.average(with: 0, at: start)
            var last = 0.0
            for step in 1...steps {
                let now = start + .nanoseconds(1_000_000_000 * Int64(step) / Int64(steps))
                last = filter.average(with: 1, at: now)
            }
            #expect(abs(last - 0.632_120_558_8) < 1e-9)
        }
    }

    @Test("an average that was forgotten begins with the next value")
    func forgotten() {
        var filter = Photoresistor.Filter(window: 1, timeConstant: .seconds(600))
        _ = filter.average(with: 0.1, at: start)
        filter.resetAverage()
        #expect(filter.average(with: 0.7, at: start + .seconds(1)) == 0.7)
    }
}
