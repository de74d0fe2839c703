import TestSupport
import TestTraits
import Testing

@Suite("roost mission check", .blocking) struct MissionCheckTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    private let list = """
        QGC WPL 110
        0\t1\t0\t16\t0\t0\t0\t0\t52.0\t21.0\t110\t1
        1\t0\t3\t22\t0\t0\t0\t0\t0\t0\t4\t1
        2\t0\t3\t16\t5\t2\t0\t0\t52.0004\t21.0003\t4\t1
        3\t0\t3\t20\t0\t0\t0\t0\t0\t0\t0\t1
        """

    private func check(_ options: String...) throws -> (
        end: RoostProcess.End, output: String, errors: String
    ) {
        try finished(
            RoostProcess(["mission", "check", "\(directory.path)/garden.txt"] + options))
    }

    @Test("a mission that may be flown is shown item by item, and ends with 0") func sound() throws
    {
        try directory.write("garden.txt", list)
        let (end, output, errors) = try check()
        #expect(end == .exited(0))
        #expect(errors == "")
        #expect(
            output == """
                \(directory.path)/garden.txt: QGC WPL 110, may be flown: 98 m, 70 s in calm air
                  item 1 (NAV_TAKEOFF)           take off to 4 m
                  item 2 (NAV_WAYPOINT)          go to 52.00040 N 21.00030 E, 4 m high, stay 5.0 s
                  item 3 (NAV_RETURN_TO_LAUNCH)  return home and land

                """)
    }

    @Test("every error stands behind file and line, and the exit code is 1") func errors() throws {
        try directory.write(
            "garden.txt", list.replacing("52.0004", with: "91").replacing("\t20\t", with: "\t82\t"))
        let (end, output, errors) = try check("--max-altitude", "3")
        let path = "\(directory.path)/garden.txt"
        #expect(end == .exited(1))
        #expect(output.hasPrefix("\(path): QGC WPL 110, may not be flown: 3 errors\n"))
        #expect(
            errors.contains("\(path):3: item 1 (NAV_TAKEOFF): 4 m is too high; the limit is 3 m"))
        #expect(errors.contains("\(path):4: item 2 (NAV_WAYPOINT): latitude 91 is not in -90...90"))
        #expect(errors.contains("\(path):5: item 3 (NAV_SPLINE_WAYPOINT): a curve is not flown"))
    }

    @Test("home comes from the command line where it is given") func home() throws {
        try directory.write("garden.txt", "21.0003,52.0004\n")
        #expect(try check("--home", "52,21").end == .exited(0))
        let (end, _, errors) = try check("--home", "21,52")
        #expect(end == .exited(1))
        #expect(errors.contains("latitude and longitude are swapped"))
        #expect(try check("--home", "here").end == .exited(2))
    }

    @Test("a file that is not there, or is too large, is told as such") func unreadable() throws {
        #expect(try check().errors.contains("cannot be read: No such file or directory"))
        try directory.write("garden.txt", String(repeating: "21.0003,52.0004\n", count: 300_000))
        let (end, _, errors) = try check()
        #expect(end == .exited(1))
        #expect(errors.contains("is larger than 4 MiB, and no mission is"))
    }
}
