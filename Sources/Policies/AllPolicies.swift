import Core

/// Every kind of policy there is: one line each.
package let allPolicies: [any PolicyPlugin.Type] = [
    DroneNavigation.self,
    PetDoor.self,
]
