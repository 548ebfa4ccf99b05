/// What a control sequence from the terminal says.
enum ControlSequence {
    /// What was read.
    enum Meaning: Equatable {
        /// A key; nil for one without a name, and for one that was released.
        case key(KeyPress?)
        case event(TerminalEvent)
        /// Text that is pasted begins.
        case paste
        /// A report that says nothing to us.
        case nothing
    }

    /// The meaning of "\e[", the bytes of `body` (from 0x20 to 0x3F), and a final byte (from 0x40 to 0x7E).
    ///
    /// - Parameter size: The window, in which the mouse is; nil when it is not known.
    static func meaning(of body: [UInt8], final: UInt8, in size: TerminalSize?) -> Meaning {
        let parameters = ControlParameters(body)
        guard parameters.isWellFormed else { return .nothing }
        if let mark = parameters.mark { return report(mark, parameters, final, in: size) }
        guard parameters.intermediates.isEmpty else { return .event(.reply(.other)) }
        switch final {
        case 0x4D: return mouse(.urxvt(parameters.numbers), in: size)
        case 0x49, 0x4F, 0x6D: return .nothing
        case 0x52 where parameters.groups.count > 1:
            // It looks like F3 with a modifier; the answer is what must never become a key.
            let values = parameters.numbers
            let isPlace = values.count == 2 && values[0] > 0 && values[1] > 0
            return .event(.reply(isPlace ? .cursor(column: values[1], row: values[0]) : .other))
        case 0x74: return .event(.reply(windowReport(parameters.numbers)))
        case 0x6E, 0x79: return .event(.reply(.other))
        // Without numbers it is a key of rxvt.
        case 0x63 where !parameters.groups.isEmpty: return .event(.reply(.other))
        default: return key(parameters, final)
        }
    }

    /// Whether the bytes so far and "$" are Shift and a key as rxvt sends it: its sequence has no final byte.
    static func isShiftedKey(_ body: [UInt8]) -> Bool {
        let parameters = ControlParameters(body)
        guard parameters.mark == nil, parameters.intermediates.isEmpty, parameters.groups.count == 1 else {
            return false
        }
        return parameters.groups[0].count == 1 && KeyNames.tilde(parameters.numbers[0]) != nil
    }

    /// What has a mark is never a key.
    private static func report(
        _ mark: UInt8, _ parameters: ControlParameters, _ final: UInt8, in size: TerminalSize?
    ) -> Meaning {
        let values = parameters.numbers
        switch (mark, final, parameters.intermediates) {
        case (0x3C, 0x4D, []), (0x3C, 0x6D, []):
            return mouse(.sgr(values, isRelease: final == 0x6D), in: size)
        case (0x3F, 0x63, []):
            return .event(.reply(.deviceAttributes(values)))
        case (0x3F, 0x79, [0x24]) where values.count == 2:
            // 0 is "never heard of it", 4 "for ever reset".
            return .event(.reply(.mode(number: values[0], isKnown: values[1] != 0 && values[1] != 4)))
        default:
            return .event(.reply(.other))
        }
    }

    private static func mouse(_ report: MouseReport?, in size: TerminalSize?) -> Meaning {
        report?.event(in: size).map { .event(.mouse($0)) } ?? .nothing
    }

    /// "6 ; height ; width": a cell's size.
    private static func windowReport(_ values: [Int]) -> TerminalReply {
        let isSize = values.count == 3 && values[0] == 6 && values[1] > 0 && values[2] > 0
        return isSize ? .cellSize(width: values[2], height: values[1]) : .other
    }

    private static func key(_ parameters: ControlParameters, _ final: UInt8) -> Meaning {
        let number = parameters.part(0, of: 0)
        // The second part says what happened: 1 is a press, 2 a repetition, 3 a release.
        guard let modifiers = KeyModifiers(parameter: parameters.part(0, of: 1)), parameters.part(1, of: 1) < 3
        else { return .key(nil) }
        func named(_ name: String?, _ more: KeyModifiers = []) -> Meaning {
            .key(name.map { KeyPress($0, modifiers.union(more)) })
        }
        switch final {
        case 0x7E where number == 200: return .paste
        case 0x7E where number == 201: return .nothing
        case 0x7E where number == 27 && parameters.groups.count == 3:
            // xterm's modifyOtherKeys: the character that the keys together would type.
            return .key(
                CharacterKey(code: parameters.part(0, of: 2), modifiers: modifiers, hasShiftApplied: true).press)
        case 0x7E: return named(KeyNames.tilde(number))
        case 0x5E: return named(KeyNames.tilde(number), .control)
        case 0x40: return named(KeyNames.tilde(number), [.control, .shift])
        case 0x75:
            let text = parameters.groups.count > 2 ? parameters.groups[2] : []
            return .key(
                CharacterKey(
                    code: number, shifted: parameters.part(1, of: 0), base: parameters.part(2, of: 0),
                    text: text, modifiers: modifiers
                ).press)
        default:
            guard let press = KeyNames.letter(final) else { return .key(nil) }
            // Older xterms send the modifiers alone.
            let held = parameters.groups.count == 1 ? KeyModifiers(parameter: number) : modifiers
            return .key(held.map { KeyPress(press.base, press.modifiers.union($0)) })
        }
    }
}
