/// The requests that others on the network or the radio may make unless a file says otherwise: what makes nothing begin
/// to fly.
package let harmlessRequests = [
    "land", "hover", "return", "lock", "unlock", "auto", "in-only", "out-only", "presence", "set",
    "reset",
]
