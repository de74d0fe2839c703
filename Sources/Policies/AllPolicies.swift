import Core

/// Every kind of policy there is: one line each.
package let allPolicies: [PolicyKind] = [
    PolicyKind(DroneNavigation.self),
    PolicyKind(PetDoor.self),
]
