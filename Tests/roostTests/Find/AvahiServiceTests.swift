import Testing

@testable import roost

/// Lines as avahi-browse 0.8 prints them (avahi-utils/avahi-browse.c, print_service_line).
@Suite struct AvahiServiceTests {
    private static let shed =
        #"=;eth0;IPv4;shed;_roost._tcp;local;shed.local;192.168.0.7;8424;"txtvers=1""#

    @Test("what is resolved is found, once, sorted by its name") func found() {
        let output = """
            +;eth0;IPv4;shed;_roost._tcp;local
            +;eth0;IPv6;shed;_roost._tcp;local
            =;eth0;IPv6;shed;_roost._tcp;local;shed.local;fe80::1;8424;"txtvers=1"
            \(Self.shed)
            \(Self.shed.replacing("eth0", with: "wlan0"))
            =;eth0;IPv4;Dach\\195\\182\\032\\035\\050;_roost._tcp;local;dach.local;192.168.0.9;80;
            """
        let services = FindCommand.parsed(output)
        #expect(services.map(\.name) == ["Dachö #2", "shed"])
        #expect(services.map(\.host) == ["dach.local", "shed.local"])
        #expect(services.map(\.port) == [80, 8424])
    }

    @Test("what others announce to mislead steers no terminal, and is left out where it is nothing")
    func hostile() {
        #expect(
            AvahiService(
                #"=;eth0;IPv4;a\027[2Jb\010\226\128\174;_roost._tcp;local;x.local;10.0.0.1;1;"#)?
                .name
                == "a[2Jb")
        for line in [
            "", ";;;;;;;;;", "=;eth0;IPv4;a;_ssh._tcp;local;x.local;10.0.0.1;22;",
            "=;eth0;IPv4;a;_roost._tcp;local;x.local;10.0.0.1;0;",
            "=;eth0;IPv4;a;_roost._tcp;local;x.local;10.0.0.1;99999;",
            "=;eth0;IPv4;a;_roost._tcp;local;x.local;10.0.0.300;80;",
            "=;eth0;IPv4;a;_roost._tcp;local;;10.0.0.3;80;",
            "=;eth0;IPv4;a;_roost._tcp;local;x.local;evil.example;80;",
            #"=;eth0;IPv4;\"#,
        ] {
            #expect(AvahiService(line[...]) == nil, "\(line)")
        }
    }
}
