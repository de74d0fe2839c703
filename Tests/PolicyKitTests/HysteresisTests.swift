import PolicyKit
import Testing

struct HysteresisTests {
    private func isAbove(_ values: [Double]) -> Bool? {
        var light = Hysteresis()
        for value in values { light.note(value, low: 0.2, high: 0.3) }
        return light.isAbove
    }

    @Test("it changes outside of the band only")
    func band() {
        #expect(isAbove([0.25]) == nil)
        #expect(isAbove([0.31]) == true)
        #expect(isAbove([0.31, 0.2]) == true)
        #expect(isAbove([0.31, 0.19]) == false)
        #expect(isAbove([0.19, 0.3]) == false)
    }

    @Test("a NaN changes nothing")
    func notANumber() {
        #expect(isAbove([.nan]) == nil)
        #expect(isAbove([0.31, .nan]) == true)
    }
}
