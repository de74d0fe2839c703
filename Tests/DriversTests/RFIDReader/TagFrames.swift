import Values

/// Frames as readers send them: EM4100 by the data sheet of the RDM6300 (62E3086CED is its example),
/// FDX-B by the manual of the WL-134 (900250000023921 is its example), and what others captured.
enum TagFrames {
    /// An EM4100 frame of its twelve digits.
    static func em4100(_ digits: String, end: [UInt8] = [0x03]) -> [UInt8] {
        [0x02] + Array(digits.utf8) + end
    }

    /// An FDX-B frame of its 26 digits and its raw checksum.
    static func fdx(_ digits: String, _ sum: UInt8, end: UInt8 = 0x03) -> [UInt8] {
        [0x02] + Array(digits.utf8) + [sum, ~sum, end]
    }

    /// A tag, and the frame in which it was or would be told.
    static let discs: [(tag: String, frame: [UInt8])] = [
        ("01 0006547886", em4100("010063E9AE25")),
        ("10 0008844356", em4100("100086F44426")),
        ("1F 0006572982", em4100("1F00644BB686")),
        ("00 0068472190", em4100("000414CD7EA3")),
        ("01 3371173888", em4100("01C8F0080031")),
        ("62 3808980205", em4100("62E3086CED08")),
        ("00 0000000000", em4100("000000000000")),
        ("FF 4294967295", em4100("FFFFFFFFFFFF")),
        ("0D 0003251408", em4100("0D00319CD070")),
        // In lower case, and as an ID-12LA and its clones end it.
        ("00 0068472190", em4100("000414cd7ea3")),
        ("05 0002128690", em4100("0500207B326C", end: [0x0D, 0x0A, 0x03])),
        ("0C 0000401829", em4100("0C000621A58E", end: [0x0D, 0x0A, 0x03])),
    ]

    private static let quiet = "0000000000"

    static let chips: [(tag: String, frame: [UInt8])] = [
        ("900250000023921", fdx("171A9253A3483001" + quiet, 0x07)),
        ("900215007389064", fdx("885607F023483001" + quiet, 0x7D)),
        // The same chip, captured with data behind its number.
        ("900215007389064", fdx("885607F0234830110000702B10", 0x0A)),
        ("276095610728684", fdx("CE0F7D2461411001" + quiet, 0x07)),
        ("276098102970942", fdx("E3A8467D61411001" + quiet, 0x7C)),
        ("985121004515220", fdx("49F5E6C2C19D3001" + quiet, 0x71)),
        ("999000000001007", fdx("FE300000007E3001" + quiet, 0x70)),
        ("826000000000001", fdx("1000000000A33001" + quiet, 0x71)),
        ("1023274877906943", fdx("FFFFFFFFF3FF3001" + quiet, 0x77)),
        // Checksums that are control characters, or begin or end a frame.
        ("276098100000010", a), ("276098100000026", b),
        ("276098100000031", fdx("F153737D61411001" + quiet, 0x04)),
        ("276098100000138", fdx("A853737D61411001" + quiet, 0x0A)),
        ("276098100000143", fdx("F853737D61411001" + quiet, 0x0D)),
        ("276098100000072", fdx("8453737D61411001" + quiet, 0x7F)),
        // An ear tag (HDX).
        ("276098100000010", Array(a.dropLast()) + [0x07]),
    ]

    static let all = discs + chips

    /// Its checksum is an STX.
    static let a = fdx("A053737D61411001" + quiet, 0x02)
    /// Its checksum is an ETX.
    static let b = fdx("A153737D61411001" + quiet, 0x03)
}
