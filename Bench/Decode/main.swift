// Decodes a navdata packet over and over, as the driver does for each that comes in.
// Usage: decode-bench FILE COUNT; prints packets per second.

import ARDrone
import Core
import Glibc
import LinuxIO
import Values

/// Decodes `packet` `count` times; says how many of them gave a state, and how long all took.
func decode(_ packet: [UInt8], count: Int) -> (sound: Int, time: Duration) {
    let clock = DispatchScheduler()
    let start = clock.now
    var sound = 0
    for _ in 0..<count {
        guard let packet = try? ARDrone.NavdataPacket(packet[...]),
            let state = FlightState(packet, armingFailures: []), state.altitudeMetres > 0
        else { continue }
        sound += 1
    }
    return (sound, clock.now - start)
}

let words = CommandLine.arguments
guard words.count == 3, let count = Int(words[2]),
    let packet = try? readFile(words[1], atMost: 4096)
else {
    print("usage: decode-bench FILE COUNT")
    exit(2)
}
let (sound, time) = decode(packet, count: count)
guard sound == count else {
    print("only \(sound) of \(count) packets were sound")
    exit(1)
}
print(Int(Double(count) / time.seconds))
