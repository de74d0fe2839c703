import Core
import Testing

@testable import Simulators

/// Command lines of the protocol description, each with where its text is known from there.
struct ATParserTests {
    private func parse(_ text: String) -> [ATMessage] {
        ATParser.messages(in: Array(text.utf8))
    }

    @Test(
        "REF carries its bits",
        arguments: [
            ("AT*REF=1,290717696", 1, RefBits()), ("AT*REF=26,290718208", 26, RefBits.takeOff),
            ("AT*REF=7,290717952", 7, RefBits.emergency),
        ])
    func ref(line: String, sequence: Int32, bits: RefBits) throws {
        let message = try #require(parse(line + "\r").first)
        #expect(message.sequence == sequence)
        guard case .ref(let read) = message.command else {
            Issue.record("not a REF: \(message)")
            return
        }
        #expect(read.intersection([.takeOff, .emergency]) == bits)
        // Bits 18, 20, 22, 24 and 28 are always set.
        #expect(read.rawValue & 0x1154_0000 == 0x1154_0000)
    }

    @Test(
        "PCMD carries single-precision floats as the decimal of their bits",
        arguments: [
            ("AT*PCMD=2,0,0,0,0,0", StickInput.hover),
            ("AT*PCMD=3,1,0,-1102263091,0,0", stick(pitch: -0.2)),
            ("AT*PCMD=6,1,0,1045220557,0,1056964608", stick(pitch: 0.2, yaw: 0.5)),
            ("AT*PCMD=4,1,-1085485875,0,0,0", stick(roll: -0.8)),
            ("AT*PCMD=5,1,0,0,1056964608,1048576000", stick(climb: 0.5, yaw: 0.25)),
        ])
    func pcmd(line: String, stick: StickInput) {
        #expect(parse(line + "\r").map(\.command) == [.move(stick)])
    }

    @Test("PCMD_MAG is read like PCMD, with its controller heading left aside")
    func absolute() {
        let line = "AT*PCMD_MAG=8,5,0,-1110651699,0,0,1056964608,1036831949"
        let flags = StickInput.Flags(rawValue: 5)
        #expect(
            parse(line + "\r").map(\.command)
                == [.move(StickInput(flags: flags, roll: 0, pitch: -0.1, climb: 0, yaw: 0))])
    }

    @Test("an axis beyond full deflection is held to it")
    func clamped() {
        // 5.0 is 1084227584.
        #expect(
            parse("AT*PCMD=5,1,0,0,1084227584,0\r").map(\.command) == [.move(Self.stick(climb: 1))])
    }

    @Test(
        "the other commands are told apart",
        arguments: [
            ("AT*FTRIM=9", ATCommand.flatTrim), ("AT*COMWDG=100", .resetWatchdog),
            ("AT*CTRL=11,5,0", .control(mode: 5)), ("AT*CTRL=12,4,0", .control(mode: 4)),
            ("AT*CTRL=13,6,0", .control(mode: 6)), ("AT*CTRL=13,0", .control(mode: 0)),
            ("AT*CALIB=10,0", .calibrate(device: 0)),
            ("AT*ANIM=10,18,15", .flightAnimation(.init(id: 18, milliseconds: 15))),
            ("AT*PMODE=1,2", .other(name: "PMODE")),
            ("AT*MISC=2,2,20,2000,3000", .other(name: "MISC")),
            (
                "AT*CONFIG=14,\"general:navdata_demo\",\"TRUE\"",
                .config(key: "general:navdata_demo", value: "TRUE")
            ),
            (
                "AT*CONFIG=17,\"control:euler_angle_max\",\"0.25\"",
                .config(key: "control:euler_angle_max", value: "0.25")
            ),
            (
                "AT*CONFIG=19,\"leds:leds_anim\",\"2,1073741824,3\"",
                .config(key: "leds:leds_anim", value: "2,1073741824,3")
            ),
            (
                "AT*CONFIG=20,\"control:flight_anim\",\"18,15\"",
                .config(key: "control:flight_anim", value: "18,15")
            ),
        ])
    func others(line: String, command: ATCommand) {
        #expect(parse(line + "\r").map(\.command) == [command])
    }

    @Test("a lamp animation has its frequency in float bits; one that there is none of is ignored")
    func lights() {
        let lights = LightAnimation(id: 2, frequencyBits: 1_073_741_824, seconds: 3)
        #expect(lights?.hertz == 2)
        #expect(
            parse("AT*LED=18,2,1073741824,3\r").map(\.command)
                == lights.map { [.lightAnimation($0)] })
        for arguments in ["21,1073741824,3", "-1,1073741824,3", "2,2143289344,3", "2,1,-1"] {
            #expect(parse("AT*LED=18,\(arguments)\r").isEmpty)
        }
    }

    @Test("several commands may share a datagram")
    func batch() {
        let ids = "AT*CONFIG_IDS=15,\"0a1b2c3d\",\"0a1b2c3e\",\"0a1b2c3f\"\r"
        let messages = parse(ids + "AT*CONFIG=16,\"control:altitude_max\",\"3000\"\r")
        #expect(
            messages == [
                ATMessage(
                    sequence: 15,
                    command: .configIDs(
                        ConfigurationIDs(
                            session: "0a1b2c3d", user: "0a1b2c3e", application: "0a1b2c3f"))),
                ATMessage(
                    sequence: 16, command: .config(key: "control:altitude_max", value: "3000")),
            ])
    }

    @Test(
        "malformed text is ignored, and the command after it is not",
        arguments: [
            "AT*REF=1", "AT*REF", "AT*REF=", "AT*REF=1,", "AT*REF=1,2,3", "AT*REF=x,290718208",
            "AT*REF=1,290718208 ", "AT*REF=1,+5", "AT*REF=1,4294967296", "AT*REF=-1,290718208",
            "AT*REF=1,\"290718208\"", "AT*FTRIM=9,", "AT*COMWDG=9,1", "at*REF=1,290718208",
            "AT*=1", "AT*ref=1,2", "AT*PCMD=1,1,0,0,0", "AT*CONFIG=1,\"a\"",
            "AT*CONFIG=1,\"a\",\"b", "AT*CONFIG=1,\"a\"x", "AT*CONFIG=1,a,b", "\nAT*FTRIM=1",
            // Not a number (0x7FC00000) and infinity (0x7F800000) as axes.
            "AT*PCMD=1,1,2143289344,0,0,0", "AT*PCMD=1,1,0,2139095040,0,0",
        ])
    func malformed(line: String) {
        #expect(parse(line + "\rAT*FTRIM=7\r") == [ATMessage(sequence: 7, command: .flatTrim)])
    }

    @Test("a command ends with a carriage return, and no other way")
    func ending() {
        #expect(parse("AT*FTRIM=9").isEmpty)
        #expect(parse("AT*FTRIM=9\n").isEmpty)
        #expect(parse("AT*FTRIM=9\rAT*FTRIM=10") == [ATMessage(sequence: 9, command: .flatTrim)])
    }

    @Test("a command of 1024 characters is read, a longer one is not")
    func length() {
        let frame = "AT*CONFIG=1,\"k\",\"\"\r".utf8.count
        func line(_ length: Int) -> String {
            "AT*CONFIG=1,\"k\",\"\(String(repeating: "x", count: length - frame))\"\r"
        }
        #expect(parse(line(1024)).count == 1)
        #expect(parse(line(1025)).isEmpty)
    }

    @Test("no bytes whatever bring it down")
    func fuzz() {
        var random = SeededGenerator(seed: 7)
        let alphabet = Array("AT*REFPCMDONIG_=,\"0123456789-\r\n".utf8)
        var understood = 0
        for _ in 0..<20_000 {
            let prefix = Bool.random(using: &random) ? Array("AT*REF=1,".utf8) : []
            let noise = (0..<Int.random(in: 0..<40, using: &random)).map { _ in
                random.happens(0.1)
                    ? UInt8.random(in: 0...255, using: &random)
                    : alphabet.randomElement(using: &random) ?? 0
            }
            for message in ATParser.messages(in: prefix + noise + [0x0D]) {
                #expect(message.sequence >= 0)
                understood += 1
            }
        }
        // Some of the noise is well formed, or this test would show nothing.
        #expect(understood > 100)
    }

    private static func stick(
        roll: Float = 0, pitch: Float = 0, climb: Float = 0, yaw: Float = 0
    ) -> StickInput {
        StickInput(flags: .progressive, roll: roll, pitch: pitch, climb: climb, yaw: yaw)
    }
}
