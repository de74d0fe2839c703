import Devices

/// Reads a configuration and finds everything that is wrong with it, in one go.
package struct ConfigurationReader {
    /// The name of the driver that is always there: what people ask for.
    package static let remoteName = "remote"

    let catalogue: Catalogue
    let problems = ProblemCollector()

    /// Reads a configuration from JSON text.
    ///
    /// - Throws: every problem found, each with its path in the file and what was expected.
    package static func read(
        _ text: [UInt8], catalogue: Catalogue
    ) throws(ConfigProblems) -> Configuration {
        let json: JSONValue
        do throws(JSONSyntaxError) {
            json = try JSONValue(parsing: text)
        } catch {
            throw ConfigProblems([ConfigProblem(path: "", "not JSON: \(error)")])
        }
        guard case .object(let members) = json else {
            throw ConfigProblems([
                ConfigProblem(path: "", "expected an object {...}, found \(json.inWords)")
            ])
        }
        return try ConfigurationReader(catalogue: catalogue).read(members)
    }

    private init(catalogue: Catalogue) {
        self.catalogue = catalogue
    }

    func read(
        _ members: [String: JSONValue]
    ) throws(ConfigProblems) -> Configuration {
        let general = readGeneral(members)
        let drivers = readDrivers(members["drivers"])
        let policies = readPolicies(
            members["policies"], run: members["run"], drivers: drivers,
            declared: declaredNames(members["drivers"]))
        try problems.throwIfAny()
        guard let general else { throw ConfigProblems(problems.all) }
        return Configuration(
            general: general, drivers: try startOrder(of: drivers), policies: policies)
    }

    func readGeneral(_ members: [String: JSONValue]) -> GeneralSettings? {
        problems.collect { () throws(ConfigProblems) in
            try SettingsReader.read(from: .object(members), at: SettingPath(""))
        }
    }

    private func declaredNames(_ json: JSONValue?) -> Set<String> {
        guard case .object(let members) = json else { return [] }
        return Set(members.keys)
    }

    /// The members of an object of objects, in the order of their names.
    func entries(
        _ json: JSONValue?, at path: SettingPath
    ) -> [(name: String, members: [String: JSONValue])] {
        guard let json else { return [] }
        guard case .object(let members) = json else {
            problems.add(path.problem("expected an object, found \(json.inWords)"))
            return []
        }
        return members.sorted { $0.key < $1.key }.compactMap { name, value in
            guard case .object(let inner) = value, isPlainName(name) else {
                let what =
                    isPlainName(name)
                    ? "expected an object, found \(value.inWords)"
                    : "a name is made of letters, digits, - and _, at most 40"
                problems.add(path.key(name).problem(what))
                return nil
            }
            return (name, inner)
        }
    }
}

private func isPlainName(_ name: String) -> Bool {
    (1...40).contains(name.utf8.count)
        && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)) }
}
