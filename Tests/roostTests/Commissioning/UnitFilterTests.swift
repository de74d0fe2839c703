import LinuxIO
import TestSupport
import Testing

@testable import roost

/// By the rules of systemd.resource-control(5): what is allowed is allowed, what is denied is denied, and
/// all else is allowed.
struct UnitFilterTests {
    private func lets(_ address: String, _ texts: String...) throws -> Bool {
        try UnitFilter(texts: texts).lets(#require(IPv4Endpoint(address, port: 1)))
    }

    @Test(
        "the shipped unit lets a service reach this machine and the drone's network, nothing else")
    func shipped() throws {
        let unit = try String(decoding: projectFile("systemd/roost.service"), as: UTF8.self)
        #expect(try lets("127.0.0.1", unit))
        #expect(try lets("192.168.1.1", unit))
        #expect(try !lets("192.168.2.1", unit))
        #expect(try lets("10.0.0.5", unit, "[Service]\nIPAddressAllow=10.0.0.5\n"))
        #expect(try !lets("10.0.0.6", unit, "[Service]\nIPAddressAllow=10.0.0.5\n"))
    }

    @Test("an empty list takes back what was there") func reset() throws {
        #expect(try lets("10.0.0.5", "IPAddressDeny=any", "IPAddressDeny="))
        #expect(
            try !lets("10.0.0.5", "IPAddressDeny=any\nIPAddressAllow=10.0.0.0/8\nIPAddressAllow="))
        #expect(try lets("10.0.0.5", ""))
    }
}
