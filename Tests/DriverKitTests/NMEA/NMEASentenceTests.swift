import TestSupport
import Testing

@testable import DriverKit

@Suite("NMEA sentences")
struct NMEASentenceTests {
    private func read(_ text: String) throws(NMEAError) -> NMEASentence {
        try NMEASentence(Array(text.utf8))
    }

    /// The examples that public descriptions of the protocol use, with their checksums.
    @Test(
        "published sentences have the checksums that they say",
        arguments: [
            "$GPGGA,123519,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,*47",
            "$GPRMC,123519,A,4807.038,N,01131.000,E,022.4,084.4,230394,003.1,W*6A",
            "$GPVTG,054.7,T,034.4,M,005.5,N,010.2,K*48",
            "$GPGGA,022249.563,3942.0517,N,10447.2799,W,1,05,1.8,1710.9,M,-14.7,M,,0000*50",
            "$GPVTG,156.6,T,,M,000.0,N,000.0,K,A*09",
            "$GPRMC,081836,A,3751.65,S,14507.36,E,000.0,360.0,130998,011.3,E*62",
        ])
    func published(text: String) {
        #expect(throws: Never.self) { try self.read(text) }
    }

    @Test("fields count from 1 behind the address; empty and missing ones are unknown")
    func fields() throws {
        let gga = try read("$GPGGA,123519,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,*47")
        #expect(gga.type == "GGA")
        #expect(gga.fieldCount == 14)
        #expect(gga[1] == "123519")
        #expect(gga[12] == "M")
        #expect(gga[13] == nil)
        #expect(gga[15] == nil)
        #expect(gga[-1] == nil)
    }

    @Test(
        "the talker does not matter, but a maker's own sentence is nobody else's",
        arguments: [
            ("GPGGA,1", "GGA"), ("GNGGA,1", "GGA"), ("GLRMC,1", "RMC"), ("BDVTG,1", "VTG"),
            ("IIVTG,1", "VTG"), ("PUBX,00", "PUBX"), ("PGRMC,A", "PGRMC"), ("PGRME,1", "PGRME"),
        ])
    func talkers(body: String, type: String) throws {
        let sentence = try read(sentence(body))
        #expect(sentence.type == type)
        #expect(sentence.talker + type == body.prefix { $0 != "," })
    }

    @Test("a carriage return and spaces at the end, and a lower-case checksum, are accepted")
    func endings() throws {
        #expect(try read("$GPVTG,054.7,T,034.4,M,005.5,N,010.2,K*48 \r").fieldCount == 8)
        #expect(
            try read("$GPRMC,123519,A,4807.038,N,01131.000,E,022.4,084.4,230394,003.1,W*6a").type
                == "RMC")
    }

    @Test("a checksum that is missing or wrong is refused")
    func checksums() throws {
        let bare = Array("$GPVTG,054.7,T,034.4,M,005.5,N,010.2,K".utf8)
        #expect(throws: NMEAError.noChecksum) { try NMEASentence(bare) }
        // 7 became 8: 0x37 ^ 0x38 = 0x0F, and 0x48 ^ 0x0F = 0x47.
        let wrong = Array("$GPVTG,054.8,T,034.4,M,005.5,N,010.2,K*48".utf8)
        #expect(throws: NMEAError("checksum 47, but the sentence says 48")) {
            try NMEASentence(wrong)
        }
    }

    @Test(
        "what is no sentence is refused with the reason",
        arguments: [
            ("", "not a sentence: it does not begin with $"),
            ("GPGGA,1*00", "not a sentence: it does not begin with $"),
            ("$", "no checksum at its end"),
            ("$*00", "not an address such as GPGGA: \"\""),
            ("$GPGGA,1*", "the checksum is not two hexadecimal digits"),
            ("$GPGGA,1*4", "the checksum is not two hexadecimal digits"),
            ("$GPGGA,1*0474", "the checksum is not two hexadecimal digits"),
            ("$GPGGA,1*+7", "the checksum is not two hexadecimal digits"),
            ("$GPGGA,1*4G", "the checksum is not two hexadecimal digits"),
            (sentence("GPGG,1"), "not an address such as GPGGA: \"GPGG\""),
            (sentence("gpgga,1"), "not an address such as GPGGA: \"gpgga\""),
            (sentence("P,1"), "not an address such as GPGGA: \"P\""),
            ("$GPTXT,\u{7}*00", "bytes that no sentence has: noise, or another speed of the line"),
            ("$GPTXT,é*00", "bytes that no sentence has: noise, or another speed of the line"),
        ])
    func broken(text: String, reason: String) {
        #expect(throws: NMEAError(reason)) { try self.read(text) }
    }

    @Test("a line may have 255 characters and no more")
    func length() {
        let frame = sentence("GPTXT,").utf8.count
        func line(_ length: Int) -> String {
            sentence("GPTXT," + String(repeating: "x", count: length - frame))
        }
        #expect(throws: Never.self) { try self.read(line(255)) }
        #expect(throws: NMEAError("longer than 255 characters")) { try self.read(line(256)) }
    }
}
