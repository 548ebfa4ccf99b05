import SnowHost

extension CheckReport {
    /// The whole answer of `check --json`, as docs/LUA.md describes it.
    static func document(_ reports: [CheckReport]) -> JSONValue {
        let counts = Finding.Severity.allCases.map { severity in
            JSONValue.Member(
                "\(severity.rawValue)s", .integer(reports.reduce(0) { $0 + $1.count(of: severity) }))
        }
        return .object(
            [
                JSONValue.Member("version", .integer(1)),
                JSONValue.Member("scripts", .array(reports.map(\.document))),
            ] + counts)
    }

    private var document: JSONValue {
        .object([
            JSONValue.Member("script", .string(script)),
            JSONValue.Member("findings", .array(findings.map(\.document))),
            JSONValue.Member("measures", measures?.document ?? .null),
        ])
    }
}

extension Finding {
    fileprivate var document: JSONValue {
        .object([
            JSONValue.Member("file", .string(file)),
            JSONValue.Member("line", .integer(line)),
            JSONValue.Member("severity", .string(severity.rawValue)),
            JSONValue.Member("rule", .string(rule.rawValue)),
            JSONValue.Member("message", .string(message)),
        ])
    }
}

extension CheckReport.Measures {
    fileprivate var document: JSONValue {
        .object([
            JSONValue.Member("frames", .integer(frames)),
            JSONValue.Member("framesAsked", .integer(framesAsked)),
            JSONValue.Member("mostFlakes", .integer(mostFlakes)),
            JSONValue.Member("flakeLimit", .integer(flakeLimit)),
            JSONValue.Member("refusedSpawns", .integer(refusedSpawns)),
            JSONValue.Member("peakMemoryBytes", .integer(peakMemory)),
            JSONValue.Member("luaMedianNanoseconds", .integer(Int(luaMedian * 1e9))),
            JSONValue.Member("lua95Nanoseconds", .integer(Int(lua95 * 1e9))),
            JSONValue.Member("repeatable", repeatable),
            JSONValue.Member("firstDifference", firstDifference),
        ])
    }

    private var repeatable: JSONValue {
        switch repetition {
        case nil: .null
        case .same: .boolean(true)
        case .differs: .boolean(false)
        }
    }

    private var firstDifference: JSONValue {
        guard case .differs(let frame, let columns, let rows) = repetition else { return .null }
        return .object([
            JSONValue.Member("frame", .integer(frame)),
            JSONValue.Member("columns", .integer(columns)),
            JSONValue.Member("rows", .integer(rows)),
        ])
    }
}
