/// Random numbers that depend on what they are for and not on what was drawn before: the order in which flakes are
/// visited does not show.
///
/// A number is the output of SplitMix64 (Steele, Lea and Flood, 2014) at place `birthNumber` of a sequence
/// that starts at a hash of seed, frame and call.
package enum CounterHash {
    /// The golden ratio's fraction, the odd step of SplitMix64.
    static let gamma: UInt64 = 0x9E37_79B9_7F4A_7C15

    /// What all flakes of one frame and one call have in common; compute it once for a whole column.
    package static func key(seed: UInt64, frame: UInt64, call: UInt32) -> UInt64 {
        mix(mix(mix(seed &+ gamma) ^ frame &* 0xD1B5_4A32_D192_ED03) ^ (UInt64(call) &+ 1) &* 0xA24B_AED4_963E_E407)
    }

    /// Uniform in 0..<1, a multiple of 2^-53.
    @inline(__always)
    package static func unit(key: UInt64, birthNumber: UInt32) -> Double {
        Double(mix(key &+ UInt64(birthNumber) &* gamma) >> 11) * 0x1p-53
    }

    /// The number of call number `call` (from 0) of a flake in a frame: uniform in 0..<1.
    package static func random(seed: UInt64, birthNumber: UInt32, frame: UInt64, call: UInt32) -> Double {
        unit(key: key(seed: seed, frame: frame, call: call), birthNumber: birthNumber)
    }

    /// SplitMix64's finaliser: a permutation of the words in which each input bit flips half of the output.
    @inline(__always)
    static func mix(_ word: UInt64) -> UInt64 {
        var bits = word
        bits = (bits ^ bits >> 30) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
        return bits ^ bits >> 31
    }
}
