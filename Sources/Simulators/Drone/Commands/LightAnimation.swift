/// What the four lamps under the motors are told to show.
package struct LightAnimation: Equatable, Sendable {
    /// How many animations there are (0-20: from "blink green and red" to "blink standard").
    private static let count: Int32 = 21

    package let id: Int
    package let hertz: Float
    package let seconds: Int

    /// From the arguments of `LED`; the frequency is a float's bits.
    ///
    /// `nil` when there is no such animation, frequency or time.
    init?(id: Int32, frequencyBits: Int32, seconds: Int32) {
        let hertz = Float(bitPattern: UInt32(bitPattern: frequencyBits))
        guard (0..<Self.count).contains(id), hertz.isFinite, hertz >= 0, seconds >= 0 else {
            return nil
        }
        self.id = Int(id)
        self.hertz = hertz
        self.seconds = Int(seconds)
    }

    /// From the value of `leds:leds_anim`: "id,frequency bits,seconds".
    init?(configured text: String) {
        let numbers = text.split(separator: ",").compactMap { Int32($0) }
        guard numbers.count == 3 else { return nil }
        self.init(id: numbers[0], frequencyBits: numbers[1], seconds: numbers[2])
    }
}
