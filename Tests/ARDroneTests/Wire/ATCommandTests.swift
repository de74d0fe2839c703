import Testing
import Values

@testable import ARDrone

/// Whole command lines, as the SDK's bit values and other clients' test suites have them.
@Suite("AR.Drone AT commands")
struct ARDroneATCommandTests {
    typealias Command = ARDrone.ATCommand

    /// Sources: REF words from the SDK; "AT*REF=26" from pyardrone's tests; the sign of pitch and
    /// the CTRL line from node-ar-drone's tests; -0.8 from Parrot's developer guide; COMWDG from
    /// pyardrone's tests; FTRIM and CONFIG from the SDK. Climb and turn are computed by hand from
    /// IEEE 754 (0.5 = 0x3F000000, 0.25 = 0x3E800000).
    static let vectors: [(Command, Int32, String)] = [
        (.reference(isUp: false, togglesEmergency: false), 1, "AT*REF=1,290717696\r"),
        (.reference(isUp: true, togglesEmergency: false), 26, "AT*REF=26,290718208\r"),
        (.reference(isUp: false, togglesEmergency: true), 7, "AT*REF=7,290717952\r"),
        (.hover, 2, "AT*PCMD=2,0,0,0,0,0\r"),
        (.move(StickPosition(forward: 0.2)), 3, "AT*PCMD=3,1,0,-1102263091,0,0\r"),
        (.move(StickPosition(roll: -0.8)), 4, "AT*PCMD=4,1,-1085485875,0,0,0\r"),
        (.move(StickPosition(climb: 0.5, yaw: 0.25)), 5, "AT*PCMD=5,1,0,0,1056964608,1048576000\r"),
        (.flatTrim, 9, "AT*FTRIM=9\r"),
        (.feedWatchdog, 100, "AT*COMWDG=100\r"),
        (.clearAcknowledgement, 11, "AT*CTRL=11,5,0\r"),
        (
            .configure(.init(key: "general:navdata_demo", value: "TRUE")), 14,
            "AT*CONFIG=14,\"general:navdata_demo\",\"TRUE\"\r"
        ),
        (
            .configure(.init(key: "control:euler_angle_max", value: "0.25")), 17,
            "AT*CONFIG=17,\"control:euler_angle_max\",\"0.25\"\r"
        ),
    ]

    @Test("Every command is encoded as other clients send it", arguments: vectors)
    func line(command: Command, sequence: Int32, expected: String) throws {
        #expect(try command.line(sequence: sequence) == expected)
    }

    /// Float vectors of the protocol notes, recomputed there from IEEE 754.
    @Test(
        "A stick position travels as the bits of a single-precision float",
        arguments: [
            (0, 0), (0.05, 1_028_443_341), (0.1, 1_036_831_949), (0.2, 1_045_220_557),
            (0.25, 1_048_576_000), (0.5, 1_056_964_608), (0.8, 1_061_997_773),
            (1, 1_065_353_216), (-0.2, -1_102_263_091), (-0.5, -1_090_519_040),
            (-0.8, -1_085_485_875), (-1, -1_082_130_432),
        ] as [(Double, Int32)])
    func floatBits(fraction: Double, bits: Int32) throws {
        #expect(try ARDrone.floatBits(fraction) == bits)
    }

    @Test("Minus zero is sent as zero, not as the bits of a minus")
    func minusZero() throws {
        #expect(try ARDrone.floatBits(-0.0) == 0)
        #expect(try ARDrone.floatBits(-1e-60) == 0)
    }

    @Test("A stick beyond its end is sent as at its end")
    func clamping() throws {
        #expect(try ARDrone.floatBits(5) == 1_065_353_216)
        #expect(try ARDrone.floatBits(-5) == -1_082_130_432)
    }

    @Test(
        "What is not a number is refused",
        arguments: [Double.nan, .infinity, -.infinity])
    func notANumber(fraction: Double) {
        #expect(throws: ARDrone.ATError.notANumber) { try ARDrone.floatBits(fraction) }
    }

    @Test(
        "A text that would end the command or the string early is refused",
        arguments: ["a\"b", "a\rAT*REF=9,290718208", "a\n", "caf\u{E9}", "\u{0}"])
    func badText(text: String) {
        let command = Command.configure(.init(key: "general:ardrone_name", value: text))
        #expect(throws: ARDrone.ATError.badText(text)) { try command.line(sequence: 1) }
    }

    @Test("A line that the drone's parser would refuse for its length is never made")
    func lengthLimit() throws {
        // AT*CONFIG=1,"a","..." and CR: 19 characters around the value.
        let fits = Command.configure(.init(key: "a", value: String(repeating: "x", count: 1005)))
        let tooLong = Command.configure(.init(key: "a", value: String(repeating: "x", count: 1006)))
        #expect(try fits.line(sequence: 1).utf8.count == 1024)
        #expect(throws: ARDrone.ATError.tooLong(1025)) { try tooLong.line(sequence: 1) }
    }

    @Test("One counter numbers all commands, from 1, and a refused one leaves no gap")
    func numbering() throws {
        var sequencer = ARDrone.ATSequencer()
        var datagram: [UInt8] = []
        try sequencer.append(.feedWatchdog, to: &datagram)
        let bad = Command.configure(.init(key: "\"", value: ""))
        let before = datagram
        #expect(throws: ARDrone.ATError.self) { try sequencer.append(bad, to: &datagram) }
        #expect(datagram == before)
        try sequencer.append(.hover, to: &datagram)
        sequencer.restart()
        try sequencer.append(.flatTrim, to: &datagram)
        #expect(
            String(decoding: datagram, as: UTF8.self)
                == "AT*COMWDG=1\rAT*PCMD=2,0,0,0,0,0\rAT*FTRIM=1\r")
    }
}

extension ARDrone.ATCommand {
    /// The line as it stands in a datagram.
    func line(sequence: Int32) throws(ARDrone.ATError) -> String {
        var datagram: [UInt8] = []
        try append(to: &datagram, sequence: sequence)
        return String(decoding: datagram, as: UTF8.self)
    }
}
