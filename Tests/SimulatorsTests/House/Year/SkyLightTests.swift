import Testing
import Values

@testable import Simulators

/// The light of a clear sky, against tables that others made with the formulas of the Naval Observatory.
struct SkyLightTests {
    @Test(
        "the sun gives what the tables say, from the zenith down to the end of twilight",
        arguments: [
            (90.0, 124_000.0), (60, 103_000), (30, 51_000), (10, 11_000), (5, 4250), (0, 985),
            (-1, 387), (-3, 66), (-6, 3.0), (-8, 0.34), (-10, 0.039), (-12, 0.0044),
        ])
    func sun(elevation: Double, lux: Double) {
        let computed = SkyLight.sunLux(.degrees(elevation))
        #expect(abs(computed / lux - 1) < 0.03, "\(computed)")
    }

    @Test(
        "the moon gives what the tables say: full, and at three quarters and half",
        arguments: [
            (180.0, 15.0, 0.057), (180, 30, 0.151), (180, 60, 0.316), (90, 15, 0.0039),
            (90, 45, 0.017),
        ])
    func moon(elongation: Double, elevation: Double, lux: Double) {
        let computed = SkyLight.moonLux(.degrees(elevation), elongation: .degrees(elongation))
        #expect(abs(computed / lux - 1) < 0.06, "\(computed)")
    }

    @Test("a moon below the horizon gives none")
    func moonDown() {
        #expect(SkyLight.moonLux(.degrees(-5), elongation: .degrees(180)) == 0)
    }

    /// Berlin, 21 June 2026: the sun rises at 02:43 UTC and sets at 19:33; 21 December: 07:15 and 14:54.
    @Test(
        "day and night come when they do in Berlin", arguments: [(171, 163, 1173), (354, 435, 894)])
    func berlin(day: Int, rise: Int, set: Int) {
        var light = OutdoorLight(seed: 1)
        var up: [Int] = []
        for minute in 0..<1440 {
            _ = light.logLux(at: day * 86400 + minute * 60)
            if light.sunElevation.degrees > -0.833 { up.append(minute) }
        }
        // The simulation counts from midnight of the winter's clock, an hour before that of UTC.
        #expect(abs((up.first ?? 0) - (rise + 60)) <= 2)
        #expect(abs((up.last ?? 0) - (set + 60)) <= 2)
    }
}
