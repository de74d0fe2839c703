import Core

/// Every kind of policy there is: one line each.
package let allPolicies: [AnyPolicyPlugin] = [
    AnyPolicyPlugin(DroneNavigation.self),
    AnyPolicyPlugin(PetDoor.self),
]
