import LinuxIO
import Testing

struct IPv4NetworkTests {
    @Test(
        "a network holds the addresses that begin with its bits",
        arguments: [
            ("192.168.1.0/24", "192.168.1.255", true), ("192.168.1.0/24", "192.168.2.0", false),
            ("192.168.1.77/24", "192.168.1.1", true), ("10.0.0.5", "10.0.0.5", true),
            ("10.0.0.5", "10.0.0.4", false), ("0.0.0.0/0", "255.255.255.255", true),
            ("127.0.0.0/8", "127.8.8.8", true), ("10.128.0.0/9", "10.127.255.255", false),
        ])
    func contains(network: String, host: String, isIn: Bool) throws {
        let endpoint = try #require(IPv4Endpoint(host, port: 1))
        #expect(try #require(IPv4Network(network)).contains(endpoint) == isIn)
    }

    @Test(
        "what is no network is none",
        arguments: ["", "any", "::1/128", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0/8", "10.0.0.0/8/8"])
    func refused(text: String) {
        #expect(IPv4Network(text) == nil)
    }

    @Test("this machine is reached from itself, and nothing is sent for that") func reached() throws
    {
        let here = try #require(IPv4Endpoint("127.0.0.1", port: 9))
        #expect(try here.reachedFrom().host == "127.0.0.1")
    }
}
