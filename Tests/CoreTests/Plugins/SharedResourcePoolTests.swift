import Core
import Testing

struct SharedResourcePoolTests {
    private final class Bus: Sendable {
        let path: String

        init(_ path: String) {
            self.path = path
        }
    }

    private final class Chip: Sendable {}

    private let resources = SharedResourcePool()

    @Test("two users of one name get the same thing, made once")
    func same() {
        let first = resources.resource("w1") { Bus("first") }
        let second = resources.resource("w1") { Bus("second") }
        #expect(first === second)
        #expect(second.path == "first")
        #expect(resources.count == 1)
    }

    @Test("another name, or another type of the same name, is another thing")
    func others() {
        let bus = resources.resource("1") { Bus("1") }
        let other = resources.resource("2") { Bus("2") }
        let chip = resources.resource("1") { Chip() }
        #expect(bus !== other)
        #expect(resources.count == 3)
        withExtendedLifetime(chip) {}
    }

    @Test("it ends with its last user, and the next one makes it again")
    func ends() {
        var users: [Bus] = []
        users.append(resources.resource("w1") { Bus("first") })
        users.append(resources.resource("w1") { Bus("second") })
        users.removeLast()
        #expect(resources.count == 1)
        users.removeAll()
        #expect(resources.count == 0)
        users.append(resources.resource("w1") { Bus("third") })
        #expect(users.map(\.path) == ["third"])
    }
}
