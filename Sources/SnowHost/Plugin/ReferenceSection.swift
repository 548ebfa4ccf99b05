/// Entries that belong together, under a heading.
package struct ReferenceSection: Hashable, Sendable {
    package let title: String
    /// What tells the names from those of other sections: `flake.`, `math.`; empty for globals.
    package let prefix: String
    /// Whether scripts write the prefix too; keys of tables and words stand alone there.
    package let isPrefixWritten: Bool
    /// The class that the entries are the fields of, in types; none where they are not.
    package let typeName: String?
    /// Full sentences on all of them.
    package let lead: String
    package let entries: [ReferenceEntry]

    /// A section of the reference.
    package init(
        _ title: String, prefix: String = "", isPrefixWritten: Bool = true, typeName: String? = nil, lead: String,
        entries: [ReferenceEntry]
    ) {
        self.title = title
        self.prefix = prefix
        self.isPrefixWritten = isPrefixWritten
        self.typeName = typeName
        self.lead = lead
        self.entries = entries
    }
}
