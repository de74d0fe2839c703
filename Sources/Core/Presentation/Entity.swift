/// One thing that a home automation shows of a policy or lets people ask it for, in words of no such program.
///
/// A detail is named by its path in the details of the policy: "thresholds.night_below_percent". What sends a request is
/// shown only where that may be sent.
package struct Entity: Codable, Equatable, Sendable {
    /// Behind the name of the policy. It stays as it is, for people have made automations of it.
    package let id: String
    /// What people call it, behind the name of the policy; empty for the name alone.
    package let words: String
    package let form: Form

    package init(_ id: String, _ words: String, _ form: Form) {
        (self.id, self.words, self.form) = (id, words, form)
    }

    package enum Form: Codable, Equatable, Sendable {
        /// Sends a request that has no arguments.
        case button(request: String)
        case lock(LockForm)
        case choice(ChoiceForm)
        case number(NumberForm)
        /// A choice for each member of a list.
        case members(MembersForm)
        /// A number that only grows, until it begins again.
        case counter(detail: String)
        /// The detail "events", by what their kinds may be.
        case events(kinds: [String])
    }
}

/// Something that is locked and unlocked.
package struct LockForm: Codable, Equatable, Sendable {
    package enum State: String, Codable, Sendable {
        case locked, unlocked, locking, unlocking, jammed
    }

    /// What a word of the detail means.
    package struct Word: Codable, Equatable, Sendable {
        package let word: String
        package let state: State
    }

    package let detail: String
    package let words: [Word]
    package let lock: String
    package let unlock: String

    package init(
        detail: String, _ words: KeyValuePairs<String, State>, lock: String, unlock: String
    ) {
        self.detail = detail
        self.words = words.map { Word(word: $0.key, state: $0.value) }
        self.lock = lock
        self.unlock = unlock
    }
}

/// One of several words, each asked for by a request of its own.
package struct ChoiceForm: Codable, Equatable, Sendable {
    package let detail: String
    /// The detail that lists what can be chosen.
    package let options: String
    /// What can be chosen where that says nothing. The first is the request that must be allowed.
    package let usual: [String]
    /// The requests of those words that are not called so.
    package let requests: [String: String]

    package init(
        detail: String, options: String, usual: [String], requests: [String: String]
    ) {
        self.detail = detail
        self.options = options
        self.usual = usual
        self.requests = requests
    }
}

/// A number that people may set: what is given goes with its unit into an argument of a request.
package struct NumberForm: Codable, Equatable, Sendable {
    package let detail: String
    /// Digits after the point that are shown; `nil` of a detail that may be left out, and is shown as it is.
    package let decimals: Int?
    package let unit: String
    package let least: Double
    package let greatest: Double
    package let step: Double
    package let request: String
    package let argument: String

    package init(
        detail: String, decimals: Int? = nil, unit: String, _ range: ClosedRange<Double>,
        step: Double, request: String, argument: String
    ) {
        self.detail = detail
        self.decimals = decimals
        self.unit = unit
        (least, greatest) = (range.lowerBound, range.upperBound)
        self.step = step
        self.request = request
        self.argument = argument
    }
}

/// The members of a list of details, each with one of several words, which people may set.
package struct MembersForm: Codable, Equatable, Sendable {
    /// The list.
    package let detail: String
    /// What is called so in each member: its name, by which people know it, and its word.
    package let name: String
    package let word: String
    package let options: [String]
    package let request: String
    /// The arguments that take name and word.
    package let nameArgument: String
    package let wordArgument: String
    /// Whether other programs keep a member by its name, which then is a plain name; otherwise by its place in the list.
    package let isKeyedByName: Bool?

    package init(
        detail: String, name: String, word: String, options: [String], request: String,
        nameArgument: String, wordArgument: String, isKeyedByName: Bool? = nil
    ) {
        self.detail = detail
        self.name = name
        self.word = word
        self.options = options
        self.request = request
        self.nameArgument = nameArgument
        self.wordArgument = wordArgument
        self.isKeyedByName = isKeyedByName
    }
}
