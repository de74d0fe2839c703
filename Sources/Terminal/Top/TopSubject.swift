/// A driver or a policy, of which each may have the name of one of the other.
package enum TopSubject: Hashable, Sendable {
    case driver(String)
    case policy(String)

    var name: String {
        switch self {
        case .driver(let name), .policy(let name): name
        }
    }
}
