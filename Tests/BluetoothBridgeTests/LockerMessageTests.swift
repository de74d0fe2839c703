import BluetoothBridge
import Testing
import Values

/// The words are those of the Arduino locker that Roost replaces: "m:0|1" on connection, then
/// "s:0|1;t:<temperature with 2 decimals>", and '0' or '1' from the phone.
struct LockerMessageTests {
    private static let messages: [(LockerMessage, String)] = [
        (.manual(isLocked: false), "m:0"), (.manual(isLocked: true), "m:1"),
        (.state(isLatchOpen: true, temperature: Temperature(celsius: 21.5)), "s:1;t:21.50"),
        (.state(isLatchOpen: false, temperature: Temperature(celsius: -7.06)), "s:0;t:-7.06"),
        (.state(isLatchOpen: false, temperature: Temperature(celsius: 0)), "s:0;t:0.00"),
        // What DallasTemperature says of a sensor that is disconnected (DEVICE_DISCONNECTED_C).
        (.state(isLatchOpen: true, temperature: nil), "s:1;t:-127.00"),
    ]

    @Test("messages are written as the phone knows them, and read back", arguments: messages)
    func words(message: LockerMessage, text: String) {
        #expect(message.bytes == Array(text.utf8))
        #expect(LockerMessage(text.utf8) == message)
        #expect(text.utf8.count <= 20)
    }

    @Test(
        "what is no message is none",
        arguments: [
            "", "m", "m:", "m:2", "m:01", "M:1", "s:1", "s:1;", "s:1;t:", "s:2;t:1.00",
            "t:1.00;s:1",
            "s:1;t:nan", "s:1;t:inf", "s:1;t:126", "s:1;t:-55.1", "s:1;t:1;", "m:1;t:1.00",
            "s:1;t:1,5",
            "s:1;t:0.00000000000000000000",
        ])
    func refused(text: String) {
        #expect(LockerMessage(text.utf8) == nil)
    }

    @Test("bytes that are no text are no message")
    func bytes() {
        for byte in UInt8.min...UInt8.max {
            #expect(LockerMessage([byte]) == nil)
            #expect(
                LockerMessage([0x6D, 0x3A, byte])
                    == (byte & 0xFE == 0x30 ? .manual(isLocked: byte == 0x31) : nil))
        }
    }

    @Test("a temperature that cannot be is told as none")
    func wildTemperature() {
        for celsius in [Double.nan, .infinity, -200, 1e9] {
            let message = LockerMessage.state(
                isLatchOpen: true, temperature: Temperature(celsius: celsius))
            #expect(message.description == "s:1;t:-127.00")
        }
    }

    @Test("of what the phone writes the last wish counts")
    func commands() {
        #expect(LockerCommand.last(in: "1".utf8) == .lock)
        #expect(LockerCommand.last(in: "0".utf8) == .automatic)
        #expect(LockerCommand.last(in: "1\r\n0\r\n".utf8) == .automatic)
        #expect(LockerCommand.last(in: "lock".utf8) == nil)
        #expect(LockerCommand.last(in: [0, 1, 255]) == nil)
    }
}
