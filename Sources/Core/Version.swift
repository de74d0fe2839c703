/// The version of this build, as in `CHANGELOG.md`.
package let roostVersion = "0.2.0"
