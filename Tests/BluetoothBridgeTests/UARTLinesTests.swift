import Core
import TestSupport
import Testing
import Values

@testable import BluetoothBridge

@Suite struct UARTLinesTests {
    private let start = Instant(nanoseconds: 1_000_000_000)

    private func messages(_ pieces: String..., from central: String = "A") -> [UARTLines.Message] {
        var lines = UARTLines()
        return pieces.flatMap { lines.add(Array($0.utf8), from: central, at: start) }
    }

    @Test("a line is whole with its end, in however many pieces it came") func pieces() {
        #expect(messages("door lock\n") == [.line("door lock")])
        #expect(messages("do", "or lo", "ck", "\n") == [.line("door lock")])
        #expect(messages("door lock\r\nland\n\n") == [.line("door lock"), .line("land")])
        #expect(messages("door lock") == [])
    }

    @Test("the locker's characters count where they stand alone, and are a part of a line else")
    func locker() {
        #expect(messages("1") == [.locker(.lock)])
        #expect(messages("0", "1") == [.locker(.automatic), .locker(.lock)])
        #expect(messages("presence pet=Mia", "1", "\n") == [.line("presence pet=Mia1")])
        #expect(messages("2") == [] && messages("1\n") == [.line("1")])
    }

    @Test("what two write at once is not mixed") func two() {
        var lines = UARTLines()
        let pieces = [("door ", "A"), ("la", "B"), ("lock\n", "A"), ("nd\n", "B")]
        let found = pieces.flatMap { lines.add(Array($0.utf8), from: $1, at: start) }
        #expect(found == [.line("door lock"), .line("land")])
    }

    @Test("half a line that nobody went on with is forgotten") func old() {
        var lines = UARTLines()
        _ = lines.add(Array("takeoff ".utf8), from: "A", at: start)
        let found = lines.add(Array("land\n".utf8), from: "A", at: start + .seconds(11))
        #expect(found == [.line("land")])
    }

    @Test("a line that is too long, or no text, is refused, and the next one is a line again")
    func bad() {
        let long = String(repeating: "x", count: 257)
        #expect(
            messages(long, "y", "\nland\n")
                == [.refused("a line has at most 256 bytes"), .line("land")])
        var lines = UARTLines()
        let bytes: [UInt8] = [0xFF, 0xFE, 0x0A] + Array("a\u{1B}[2J\nland\n".utf8)
        let found = lines.add(bytes, from: "A", at: start)
        #expect(
            found == [.refused("a line is text"), .refused("a line is text"), .line("land")])
    }

    @Test("more than a radio has at once keep no memory, and what is there goes on") func many() {
        var lines = UARTLines()
        for number in 0..<100 {
            _ = lines.add(Array("la".utf8), from: "central \(number)", at: start)
        }
        let refused = lines.add(Array("x".utf8), from: "one more", at: start)
        #expect(refused == [.refused("too many at once")])
        let found = lines.add(Array("nd\n".utf8), from: "central 0", at: start)
        #expect(found == [.line("land")])
    }

    @Test("whatever is written in whatever pieces, nothing traps, and lines stay within bounds")
    func noise() {
        var generator = SeededGenerator(seed: 3)
        var lines = UARTLines()
        for round in 0..<20_000 {
            let bytes = (0..<Int.random(in: 0...40, using: &generator)).map { _ in
                UInt8.random(in: 0...255, using: &generator)
            }
            for message in lines.add(
                bytes, from: "\(round % 11)", at: start + .milliseconds(round))
            {
                if case .line(let text) = message { #expect(text.utf8.count <= UARTLines.maxLine) }
            }
        }
    }
}
