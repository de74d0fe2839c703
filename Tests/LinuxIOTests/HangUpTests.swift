import Glibc
@testable import LinuxIO
import TestSupport
import Testing
import Threads

@Suite("Peers that hang up")
struct HangUpTests {
    @Test("in great number, each while its source is given up, leave nothing behind") func many()
        throws
    {
        let open = try directoryNames("/proc/self/fd").count
        for _ in 0..<2000 {
            let (near, far) = try FileDescriptor.pair()
            let heard = Latch()
            let source = Locked<ReadSource?>(nil)
            source.value = ReadSource(near, name: "hangs-up") {
                if (try? near.read(atMost: 8))?.isEmpty != false {
                    source.value?.cancel()
                    heard.open()
                }
            }
            try hangUp(far)
            #expect(heard.wait(atMost: .seconds(10)))
            source.value?.cancelAndWait()
            source.value = nil
        }
        // Other tests of this process open files, too.
        #expect(eventually { (try? directoryNames("/proc/self/fd").count) ?? .max < open + 500 })
    }

    @Test("a pause keeps the handler from what is there to read, and an end is heard in it")
    func pause() throws {
        let (near, far) = try FileDescriptor.pair()
        let told = EventLog()
        let source = ReadSource(watching: [near.number], of: near, name: "pause", for: .control) {
            _ in
            told.note("told")
            return .rest(.seconds(60))
        }
        try far.write([1])
        #expect(eventually { told.entries == ["told"] })
        #expect(source.cancelAndWait())
        #expect(told.entries == ["told"])
    }

    private func hangUp(_ descriptor: FileDescriptor) throws {
        #expect(shutdown(descriptor.number, Int32(SHUT_RDWR)) == 0)
    }
}
