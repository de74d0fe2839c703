import LinuxIO
import Testing
import Values

@testable import Simulators

/// A drone model with a client that speaks AT text to it, in time that moves by hand.
struct DroneModelBench {
    static let start = Position(latitude: 52.5, longitude: 13.4)
    /// REF words of the protocol: the base, and the base with bit 9 or bit 8.
    static let land = "REF,290717696"
    static let takeOff = "REF,290718208"
    static let emergency = "REF,290717952"
    static let hover = "PCMD,0,0,0,0,0"

    let client: IPv4Endpoint
    var model: SimulatedDroneModel
    var now = Instant(nanoseconds: 5_000_000_000)
    var sequence = 0

    init(_ change: (inout SimulatedDrone.Options) -> Void = { _ in }) throws {
        var options = SimulatedDrone.Options(start: try #require(Self.start))
        change(&options)
        client = try #require(IPv4Endpoint("127.0.0.1", port: 40000))
        model = SimulatedDroneModel(options, at: now)
    }

    /// Sends commands in one datagram: "NAME,arguments" each, numbered from 1 on.
    mutating func send(_ commands: String...) {
        var text = ""
        for command in commands {
            sequence += 1
            let parts = command.split(separator: ",", maxSplits: 1)
            text +=
                "AT*\(parts[0])=\(sequence)" + parts.dropFirst().map { ",\($0)" }.joined() + "\r"
        }
        model.receive(commands: Array(text.utf8), at: now)
    }

    mutating func wait(_ duration: Duration) {
        now = now + duration
        model.step(to: now)
    }

    /// Sends the same commands every 30 ms, as a controller does.
    mutating func keepSending(_ commands: String..., for duration: Duration) {
        let end = now + duration
        while now < end {
            for command in commands { send(command) }
            wait(.milliseconds(30))
        }
    }

    /// Takes off and waits until the drone hovers.
    mutating func fly() {
        keepSending(Self.takeOff, Self.hover, for: .seconds(6))
    }

    mutating func keepFlying(_ stick: String, for duration: Duration) {
        keepSending(Self.takeOff, stick, for: duration)
    }

    /// Wakes the stream and configures it, with the whole handshake.
    mutating func connect(reduced: Bool = true) {
        model.wake(from: client, at: now)
        send("CONFIG,\"general:navdata_demo\",\"\(reduced ? "TRUE" : "FALSE")\"")
        send("CTRL,5,0")
    }

    /// All packets of the next `duration`.
    mutating func packets(for duration: Duration) -> [Packet] {
        var packets: [Packet] = []
        let end = now + duration
        while now < end {
            now = now + SimulatedDroneModel.period
            if let packet = model.takePacket(at: now) { packets.append(Packet(packet.bytes)) }
        }
        return packets
    }

    func state(_ bit: UInt32) -> Bool {
        model.report.state.rawValue & (1 << bit) != 0
    }
}

/// The bytes of a navdata packet, read by offset as the field tables give them.
struct Packet {
    let bytes: [UInt8]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    func u8(_ offset: Int) -> UInt8 { bytes[offset] }
    func u16(_ offset: Int) -> UInt16 { UInt16(bytes[offset]) | UInt16(bytes[offset + 1]) << 8 }
    func u32(_ offset: Int) -> UInt32 { UInt32(u16(offset)) | UInt32(u16(offset + 2)) << 16 }
    func i32(_ offset: Int) -> Int32 { Int32(bitPattern: u32(offset)) }
    func f32(_ offset: Int) -> Float { Float(bitPattern: u32(offset)) }
    func f64(_ offset: Int) -> Double {
        Double(bitPattern: UInt64(u32(offset)) | UInt64(u32(offset + 4)) << 32)
    }

    func state(_ bit: UInt32) -> Bool { u32(4) & (1 << bit) != 0 }
    var sequence: UInt32 { u32(8) }

    /// Tags and sizes of the options in order, by walking from the header to the end.
    var options: [(tag: UInt16, offset: Int, size: Int)] {
        var options: [(UInt16, Int, Int)] = []
        var offset = 16
        while offset + 4 <= bytes.count, u16(offset + 2) >= 4 {
            options.append((u16(offset), offset, Int(u16(offset + 2))))
            offset += Int(u16(offset + 2))
        }
        return options
    }

    func offset(of tag: UInt16) -> Int? {
        options.first { $0.tag == tag }?.offset
    }
}
