import Core
import JSON
import PlaceFiles
import Values

/// Reads a `.plan` of QGroundControl: the mission, its fences and its rally points.
struct PlanReader {
    var errors = MissionErrors()
    private var commands: [MissionCommand] = []
    var fences: [Fence] = []
    var rallyPoints: [RallyPoint] = []

    static func read(_ plan: LocatedJSON) -> MissionDraft {
        var reader = PlanReader()
        return reader.draft(plan)
    }

    private mutating func draft(_ plan: LocatedJSON) -> MissionDraft {
        require(plan, "fileType", .string("Plan"))
        require(plan, "version", 1)
        var home: Position?
        if let mission = plan["mission"] {
            require(mission, "version", 2)
            warnOfVehicle(mission)
            home = mission["plannedHomePosition"].flatMap { readHome($0) }
            readItems(mission)
        } else {
            errors.refuse(FilePlace(line: plan.line), "has no \"mission\"")
        }
        refuseStrays(in: plan)
        if let fence = plan["geoFence"] { readFences(fence) }
        if let rally = plan["rallyPoints"] { readRallyPoints(rally) }
        let items = CommandTranslator.translate(commands, &errors)
        return MissionDraft(
            format: .plan, items: items, fences: fences, rallyPoints: rallyPoints,
            plannedHome: home, errors: errors)
    }

    mutating func require(
        _ json: LocatedJSON, _ key: String, _ wanted: JSONValue, in place: String = ""
    ) {
        let found = json[key]
        guard found?.value != wanted else { return }
        errors.refuse(
            FilePlace(line: found?.line ?? json.line),
            "\(place)\"\(key)\" is \(found?.value.summary ?? "missing"); only \(wanted.summary) is read"
        )
    }

    /// `MAV_TYPE`: 0 is any, 2, 3, 4, 13, 14 and 15 have rotors that point up.
    private mutating func warnOfVehicle(_ mission: LocatedJSON) {
        guard let type = mission["vehicleType"], let number = type.number,
            ![0, 2, 3, 4, 13, 14, 15].contains(number)
        else { return }
        errors.warn(
            FilePlace(line: type.line),
            "planned for a vehicle of type \(shortText(of: number)), which is no multirotor")
    }

    /// Where it was planned, and no more; it is not flown to.
    private func readHome(_ json: LocatedJSON) -> Position? {
        guard let numbers = json.numbers, numbers.count >= 2 else { return nil }
        return try? PlaceReader.position(latitude: numbers[0], longitude: numbers[1]).get()
    }

    mutating func position(
        _ latitude: Double, _ longitude: Double, _ place: FilePlace
    ) -> Position? {
        switch PlaceReader.position(latitude: latitude, longitude: longitude) {
        case .success(let position): return position
        case .failure(let problem):
            errors.refuse(place, problem.message)
            return nil
        }
    }
}

// MARK: Items

extension PlanReader {
    private mutating func readItems(_ mission: LocatedJSON) {
        guard let items = mission["items"]?.items else {
            return errors.refuse(
                FilePlace(line: mission["items"]?.line ?? mission.line),
                "the mission has no list of \"items\"")
        }
        for item in items { readItem(item) }
        warnOfDoubles()
    }

    private mutating func readItem(_ item: LocatedJSON) {
        switch item["type"]?.value {
        case .string("SimpleItem"): readSimpleItem(item)
        case .string("ComplexItem"): readComplexItem(item)
        case .string("missionItem"):
            addUnread(item, "is of an older version of the format; save the plan again")
        case let type:
            addUnread(item, "\"type\" is \(type?.summary ?? "missing"); \"SimpleItem\" is read")
        }
    }

    /// A survey holds the items that it is flown by; what does not is drawn, but not flown.
    private mutating func readComplexItem(_ item: LocatedJSON) {
        let transect = item["TransectStyleComplexItem"]
        guard let items = transect?["Items"]?.items, !items.isEmpty else {
            let type = item["complexItemType"]?.value.summary ?? "unknown"
            return addUnread(item, "is a complex item, \(type), without items to fly it by")
        }
        if let version = transect?["version"], ![1, 2].contains(version.value) {
            return addUnread(
                item, "is a complex item of version \(version.value.summary); 1 and 2 are read")
        }
        for item in items {
            if case .string("SimpleItem") = item["type"]?.value {
                readSimpleItem(item)
            } else {
                addUnread(item, "is no simple item, inside of a complex one")
            }
        }
    }

    private mutating func readSimpleItem(_ item: LocatedJSON) {
        guard let command = item["command"]?.wholeNumber, let frame = item["frame"]?.wholeNumber
        else { return addUnread(item, "\"command\" and \"frame\" must be whole numbers") }
        guard let numbers = item["params"]?.numbers, numbers.count == 7 else {
            let hint =
                item["coordinate"] == nil ? "" : "; with \"coordinate\" it is an older version"
            return addUnread(
                item, "\"params\" must be 7 numbers, or null for what is not set\(hint)")
        }
        let continues = item["autoContinue"]?.value != .bool(false)
        commands.append(
            MissionCommand(
                place: MissionCommand.place(
                    line: item.line, item: commands.count + 1, command),
                number: jumpNumber(item), command: command, frame: frame, parameters: numbers,
                continues: continues))
    }

    /// What jumps call an item: its `doJumpId`.
    private func jumpNumber(_ item: LocatedJSON) -> Int {
        item["doJumpId"]?.wholeNumber ?? commands.count + 1
    }

    private mutating func addUnread(_ item: LocatedJSON, _ message: String) {
        let place = FilePlace(line: item.line, "item \(commands.count + 1)")
        errors.refuse(place, message)
        commands.append(.unread(place, number: jumpNumber(item)))
    }

    /// A jump to a number that two items have could be to either.
    private mutating func warnOfDoubles() {
        guard commands.contains(where: { $0.command == 177 }) else { return }
        var known: Set<Int> = []
        for command in commands where !known.insert(command.number).inserted {
            errors.refuse(command.place, "has the doJumpId \(command.number) of another item")
        }
    }
}

extension LocatedJSON {
    var number: Double? {
        guard case .number(let number) = value else { return nil }
        return number
    }

    /// `nil` also for what is too large to be counted.
    fileprivate var wholeNumber: Int? {
        number.flatMap { Int(exactly: $0) }
    }

    /// A list of numbers, with null for what is not set; `nil` when something else is in it.
    var numbers: [Double]? {
        guard let items else { return nil }
        let numbers = items.compactMap { $0.value == .null ? Double.nan : $0.number }
        return numbers.count == items.count ? numbers : nil
    }
}
