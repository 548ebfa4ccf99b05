@testable import SnowHost

extension InputRow {
    static let table: [InputRow] = [
        characters, cursorKeys, functionKeys, keypad, otherTerminals, altKeys, characterKeys, kittyKeys, mouseReports,
        rawMouse, replies, strings, eightBit, pastes, broken,
    ].flatMap { $0 }

    static let characters: [InputRow] = [
        .keys("a", "a"), .keys("q", "q"), .keys("Q ", "Q", "space"),
        .keys("‹0D 0A 09›", "enter", "enter", "tab"), .keys("‹7F 08›", "backspace", "backspace"),
        .keys("‹03 1A 1C›", "ctrl-c", "ctrl-z", "ctrl-\\"),
        .keys("‹00 1D 1E 1F›", "ctrl-space", "ctrl-]", "ctrl-^", "ctrl-_"),
        .keys("é雪🐍", "é", "雪", "🐍"),
        // No UTF-8: continuations, a lead alone, overlong forms, a surrogate, beyond Unicode.
        .keys("‹80 BF›"), .keys("‹C3›a", "a"), .keys("‹E9›q", "q"), .keys("‹C0 80›"), .keys("‹E0 80 80›"),
        .keys("‹F0 80 80 80›"), .keys("‹ED A0 80›"), .keys("‹F4 90 80 80›"), .keys("‹F5 FF›"),
        .cut("‹F0 9F›"),
    ]

    static let cursorKeys: [InputRow] = [
        .keys("␛[A␛[B␛[C␛[D", "up", "down", "right", "left"), .keys("␛[H␛[F␛[E", "home", "end", "begin"),
        .keys("␛OA␛OB␛OC␛OD", "up", "down", "right", "left"), .keys("␛OH␛OF␛OE", "home", "end", "begin"),
        .keys("␛[1;2D", "shift-left"), .keys("␛[1;5C", "ctrl-right"), .keys("␛[1;8A", "ctrl-alt-shift-up"),
        .keys("␛[5C", "ctrl-right"), .keys("␛O5C", "ctrl-right"), .keys("␛O1;2P", "shift-f1"),
        .keys("␛[1;9A", "alt-up"), .keys("␛[1;0A", "up"), .keys("␛[1;300A"),
        .keys("␛[2~␛[3~␛[5~␛[6~", "insert", "delete", "pageup", "pagedown"), .keys("␛[6;5~", "ctrl-pagedown"),
        .keys("␛[1~␛[4~␛[7~␛[8~", "home", "end", "home", "end"),
        .keys("␛[Z", "shift-tab"), .keys("␛[1;5Z", "ctrl-shift-tab"), .keys("␛[1;2Z", "shift-tab"),
    ]

    static let functionKeys: [InputRow] = [
        .keys("␛OP␛OQ␛OR␛OS", "f1", "f2", "f3", "f4"), .keys("␛[11~␛[12~␛[13~␛[14~", "f1", "f2", "f3", "f4"),
        .keys("␛[P␛[Q␛[R␛[S", "f1", "f2", "f3", "f4"), .keys("␛[[A␛[[B␛[[C", "f1", "f2", "f3"),
        .keys("␛[[D␛[[E", "f4", "f5"), .keys("␛[[q"), .keys("␛[15~␛[17~␛[24~", "f5", "f6", "f12"),
        .keys("␛[1;2P", "shift-f1"), .keys("␛[1;6Q", "ctrl-shift-f2"), .keys("␛[15;3~", "alt-f5"),
        .keys("␛[25~␛[26~␛[28~", "f13", "f14", "f15"), .keys("␛[29~␛[31~␛[34~", "f16", "f17", "f20"),
        .keys("␛[22~"), .keys("␛[99~"), .keys("␛[~"), .keys("␛[57427~", "begin"),
    ]

    static let keypad: [InputRow] = [
        .keys("␛Oj␛Ok␛Ol␛Om", "*", "+", ",", "-"), .keys("␛On␛Oo", ".", "/"),
        .keys("␛Op␛Oq␛Or␛Os␛Ot", "0", "1", "2", "3", "4"), .keys("␛Ou␛Ov␛Ow␛Ox␛Oy", "5", "6", "7", "8", "9"),
        .keys("␛OM␛OX␛OI␛O ", "enter", "=", "tab", "space"), .keys("␛O2q", "shift-1"), .keys("␛O5M", "ctrl-enter"),
        .keys("␛OZ␛Oz␛O~"),
    ]

    /// rxvt, and the keys with Ctrl and Shift that it ends in its own way.
    static let otherTerminals: [InputRow] = [
        .keys("␛[7$␛[8$", "shift-home", "shift-end"), .keys("␛[7^␛[3^", "ctrl-home", "ctrl-delete"),
        .keys("␛[7@", "ctrl-shift-home"), .keys("␛[23$␛[11^␛[24@", "shift-f11", "ctrl-f1", "ctrl-shift-f12"),
        .keys("␛[a␛[b␛[c␛[d", "shift-up", "shift-down", "shift-right", "shift-left"),
        .keys("␛Oa␛Ob␛Oc␛Od", "ctrl-up", "ctrl-down", "ctrl-right", "ctrl-left"),
    ]

    static let altKeys: [InputRow] = [
        .keys("␛x␛é", "alt-x", "alt-é"), .keys("␛q", "alt-q"), .keys("␛Q", "alt-Q"), .keys("␛‹7F›", "alt-backspace"),
        .keys("␛‹0D›␛‹09›", "alt-enter", "alt-tab"), .keys("␛‹03›", "ctrl-alt-c"), .keys("␛ ", "alt-space"),
        .keys("␛␛[A", "alt-up"), .keys("␛␛[1;5A", "ctrl-alt-up"), .keys("␛␛OP", "alt-f1"), .keys("␛␛[3~", "alt-delete"),
        .keys("␛␛[7$", "alt-shift-home"), .keys("␛␛[Z", "alt-shift-tab"), .keys("␛␛[99~"),
        .cut("␛", "escape"), .cut("␛␛", "escape", "escape"), .keys("␛␛x", "escape", "alt-x"),
        .keys("␛␛␛[B", "escape", "alt-down"),
        .cut("␛[", "alt-["), .cut("␛O", "alt-O"), .cut("␛]", "alt-]"), .cut("␛P", "alt-P"), .cut("␛_", "alt-_"),
        .cut("␛␛[", "escape", "alt-["), .keys("␛[␛[A", "alt-[", "up"), .keys("␛O␛[A", "alt-O", "up"),
        .keys("␛‹80›a", "a"),
    ]

    /// Keys by their characters: fixterms, xterm's modifyOtherKeys.
    static let characterKeys: [InputRow] = [
        .keys("␛[113u", "q"), .keys("␛[113;5u", "ctrl-q"), .keys("␛[113;3u", "alt-q"), .keys("␛[113;2u", "Q"),
        .keys("␛[113;4u", "alt-Q"), .keys("␛[113;6u", "ctrl-shift-q"), .keys("␛[81;5u", "ctrl-shift-q"),
        .keys("␛[113;9u", "alt-q"), .keys("␛[113;17u", "alt-q"), .keys("␛[113;33u", "alt-q"),
        .keys("␛[27u", "escape"), .keys("␛[9;2u", "shift-tab"), .keys("␛[13;5u", "ctrl-enter"),
        .keys("␛[127;3u", "alt-backspace"), .keys("␛[32;5u", "ctrl-space"), .keys("␛[233u␛[38634u", "é", "雪"),
        .keys("␛[233;2u", "É"), .keys("␛[27;5;113~", "ctrl-q"), .keys("␛[27;2;81~", "Q"), .keys("␛[27;2;33~", "!"),
        .keys("␛[27;6;81~", "ctrl-shift-q"), .keys("␛[27;5;9~", "ctrl-tab"), .keys("␛[27;3;13~", "alt-enter"),
        .keys("␛[27;5~"), .keys("␛[u"), .keys("␛[0u"), .keys("␛[3;5u"), .keys("␛[128u"), .keys("␛[55296u"),
        .keys("␛[99999999u"),
    ]

    /// kitty's keyboard protocol, with what it adds.
    static let kittyKeys: [InputRow] = [
        .keys("␛[113;1:1u", "q"), .keys("␛[97;1:2u", "a"), .keys("␛[113;1:3u"), .keys("␛[27;1:3u"),
        .keys("␛[1;1:1A", "up"), .keys("␛[1;1:2A", "up"), .keys("␛[1;1:3A"), .keys("␛[3;5:3~"), .keys("␛[1;2:3P"),
        .keys("␛[113;65u", "q"), .keys("␛[113;129u", "q"), .keys("␛[113;197u", "ctrl-q"), .keys("␛[1;129A", "up"),
        .keys("␛[3;133~", "ctrl-delete"), .keys("␛[27;129u", "escape"),
        .keys("␛[113:81;2u", "Q"), .keys("␛[49:33;2u", "!"), .keys("␛[49;2u", "shift-1"),
        .keys("␛[1089::99;5u", "ctrl-c"), .keys("␛[1089::99u", "с"), .keys("␛[97;;229u", "å"),
        .keys("␛[32;;32u", "space"),
        .keys("␛[97;5;229u", "ctrl-a"), .keys("␛[0;;101:769u", "e\u{301}"), .keys("␛[0;;97:98u"), .keys("␛[0;;27u"),
        .keys("␛[57399u␛[57408u", "0", "9"), .keys("␛[57409u␛[57413u", ".", "+"), .keys("␛[57414u", "enter"),
        .keys("␛[57417u␛[57426u", "left", "delete"), .keys("␛[57400;129;49u", "1"),
        .keys("␛[57376u␛[57398u", "f13", "f35"),
        .keys("␛[57358u"), .keys("␛[57441;2u"), .keys("␛[57428u"), .keys("␛[63743u"),
    ]

    static let mouseReports: [InputRow] = [
        .mouse("␛[<0;1;1M", 0, 0, "left", .press), .mouse("␛[<0;80;24M", 79, 23, "left", .press),
        .mouse("␛[<1;5;6M", 4, 5, "middle", .press), .mouse("␛[<2;80;20m", 79, 19, "right", .release),
        .mouse("␛[<35;7;3M", 6, 2, "none", .move), .mouse("␛[<32;7;3M", 6, 2, "left", .move),
        .mouse("␛[<65;7;3M", 6, 2, "wheel-down", .press), .mouse("␛[<66;7;3M", 6, 2, "wheel-left", .press),
        .mouse("␛[<28;7;3M", 6, 2, "left", .press),
        // Outside: presses are dropped, motion and releases are those of the nearest cell.
        .keys("␛[<0;0;0M"), .keys("␛[<0;81;1M"), .keys("␛[<64;1;25M"), .keys("␛[<0;99999999;1M"),
        .mouse("␛[<35;0;99M", 0, 23, "none", .move), .mouse("␛[<0;4000;99999999999m", 79, 23, "left", .release),
        .keys("␛[<0;-1;5M"), .keys("␛[<35;5;-113M"),
        .keys("␛[<0;1M"), .keys("␛[<0;1;1;1M"), .keys("␛[<M"), .keys("␛[<64;7;3m"), .keys("␛[<3;7;3M"),
        .keys("␛[<128;7;3M"), .keys("␛[<129;7;3m"), .mouse("␛[<160;7;3M", 6, 2, "none", .move),
        // Mode 1015.
        .mouse("␛[32;5;6M", 4, 5, "left", .press), .mouse("␛[35;5;6M", 4, 5, "none", .release),
        .mouse("␛[67;113;6M", 79, 5, "none", .move), .mouse("␛[97;5;6M", 4, 5, "wheel-down", .press),
        .keys("␛[31;5;6M"), .keys("␛[5M"), .keys("␛[1;2M"), .keys("␛[32;113;113M"),
        InputRow(
            "␛␛[<35;7;3M",
            events: [.key("escape"), .mouse(MouseEvent(column: 6, row: 2, button: "none", action: .move))]),
    ]

    /// "\e[M" and three bytes, whatever they are.
    static let rawMouse: [InputRow] = [
        .mouse("␛[M !!", 0, 0, "left", .press), .mouse("␛[M#%&", 4, 5, "none", .release),
        .mouse("␛[MC%&", 4, 5, "none", .move), .mouse("␛[M`%&", 4, 5, "wheel-up", .press),
        .keys("␛[Mqqq"), .keys("␛[M q!"), .keys("␛[M !q"),
        .mouse("␛[M#qq", 79, 23, "none", .release), .keys("␛[M ‹1B›!"), .keys("␛[M !‹1B›"), .keys("␛[M ‹00 00›"),
        .keys("␛[M ‹03›!"), .keys("␛[M ‹E9 85›"), .keys("␛[M ‹FF FF›"), .mouse("␛[MC‹FF›!", 79, 0, "none", .move),
        .keys("␛[M‹1B›[A", "up"), .keys("␛[M‹0D›", "enter"), .keys("␛[M ‹C2›!"),
        // Mode 1005: columns and rows beyond the 95th are two bytes.
        .mouse("␛[MC‹C2 A0›q", 79, 23, "none", .move), .mouse("␛[MC!‹C2 A0›", 0, 23, "none", .move),
        .mouse("␛[MC‹C2 A0 C2 A0›", 79, 23, "none", .move), .keys("␛[M ‹C3 B1›q"), .keys("␛[M !‹C3›q", "q"),
        .keys("␛[M ‹C3 B1›␛[A", "up"),
        .cut("␛[M"), .cut("␛[Mq"), .cut("␛[Mqq"),
        InputRow(
            "␛␛[M !!", events: [.key("escape"), .mouse(MouseEvent(column: 0, row: 0, button: "left", action: .press))]),
    ]

    static let replies: [InputRow] = [
        .reply("␛[?62;4c", .deviceAttributes([62, 4])), .reply("␛[?1;2c", .deviceAttributes([1, 2])),
        .reply(
            "␛[?65;1;2;3;4;6;7;8;9;15;16;17;18;21;22;28;29;42;44;45;46c",
            .deviceAttributes([65, 1, 2, 3, 4, 6, 7, 8, 9, 15, 16, 17, 18, 21, 22, 28, 29, 42, 44, 45, 46])),
        .reply("␛[>0;276;0c"), .reply("␛[=0c"), .reply("␛[0n"), .reply("␛[?997;1n"), .reply("␛[?13n"),
        .reply("␛[?2026;2$y", .mode(number: 2026, isKnown: true)),
        .reply("␛[?2026;0$y", .mode(number: 2026, isKnown: false)),
        .reply("␛[?2026;4$y", .mode(number: 2026, isKnown: false)), .reply("␛[?2026$y"), .reply("␛[4;1$y"),
        .reply("␛[24;80R", .cursor(column: 80, row: 24)), .reply("␛[1;2R", .cursor(column: 2, row: 1)),
        .reply("␛[0;2R"), .reply("␛[1;2;3R"), .reply("␛[?24;80R"),
        .reply("␛[6;20;10t", .cellSize(width: 10, height: 20)), .reply("␛[6;0;0t"), .reply("␛[8;24;80t"),
        .reply("␛[4;600;800t"), .reply("␛[48;24;80;600;800t"), .reply("␛[1t"), .reply("␛[?7u"), .reply("␛[?1;0;256S"),
        .reply("␛[>4;2m"), .reply("␛[2 q"), .reply("␛[1\"q"), .reply("␛[?q"),
        .keys("␛[I"), .keys("␛[O"), .keys("␛[0m"), .keys("␛[q"), .keys("␛[1;5q"),
        InputRow("␛␛[?62;4c", events: [.key("escape"), .reply(.deviceAttributes([62, 4]))]),
    ]

    static let strings: [InputRow] = [
        .reply("␛]11;rgb:1e1e/2020/ffff␛\\", .background(0x1E20FF)),
        .reply("␛]11;rgba:1e/20/ff/80␇", .background(0x1E20FF)),
        InputRow("␛]11;rgb:0/8/f␇q", events: [.reply(.background(0x0088FF)), .key("q")]),
        .reply("␛]11;red␛\\"), .reply("␛]10;rgb:ff/ff/ff␛\\"), .reply("␛]4;1;rgb:ff/ff/ff␇"), .reply("␛]52;c;cXFx␛\\"),
        .reply("␛]lquit q␛\\"), .reply("␛]␇"), .reply("␛P>|kitty(0.32)␛\\", .version("kitty(0.32)")),
        .reply("␛P>|q“é”␛\\", .version("q")), .reply("␛P1+r436f=323536␛\\"), .reply("␛P0+r71␛\\"),
        .reply("␛P!|00000000␛\\"),
        .reply("␛P1$r0 q␛\\"), .reply("␛Pq#0;2;0;0;0q␛\\"), .reply("␛_Gi=31;OK␛\\", .graphics(isSupported: true)),
        .reply("␛_Gi=31;ENOTSUP:q␛\\", .graphics(isSupported: false)), .reply("␛_x␛\\"), .reply("␛^qqq␛\\"),
        .reply("␛Xqqq␇"),
        .keys("␛]qqq‹18›"), .keys("␛Pqqq‹1A›"), .keys("␛]11;q␛[A", "up"), .keys("␛Pqq␛q", "alt-q"),
        .reply("␛P‹03 0D›q␛\\"), .cut("␛]11;q"), .cut("␛]11;q␛"), .cut("␛Pq"),
        InputRow("␛␛]11;rgb:0/0/0␇", events: [.key("escape"), .reply(.background(0))]),
        .keys("␛\\", "alt-\\"),
    ]

    /// C1 controls of one byte, and as UTF-8 characters: xterm told to send 8-bit controls.
    static let eightBit: [InputRow] = [
        .keys("‹9B›A", "up"), .keys("‹8F›P", "f1"), .mouse("‹9B›<0;1;1M", 0, 0, "left", .press),
        .keys("‹9B›Mqqq"), .reply("‹9B›?62c", .deviceAttributes([62])), .keys("‹C2 9B›A", "up"), .keys("‹C2 8F›q", "1"),
        .reply("‹9D›11;rgb:0/8/f‹9C›", .background(0x0088FF)),
        .reply("‹C2 9D›11;rgb:0/8/f‹C2 9C›", .background(0x0088FF)),
        .reply("‹90›>|xterm(390)‹9C›", .version("xterm(390)")), .reply("‹9F›q␛\\"), .keys("␛‹9B›A", "alt-up"),
        .cut("‹9B›"), .cut("‹8F›"), .cut("‹9D›q"), .keys("‹C2 85›"), .keys("‹84 85›"),
        .reply("␛]2;‹E2 80 9C›q␛\\"),
    ]

    static let pastes: [InputRow] = [
        .keys("␛[200~␛[201~"), .keys("␛[200~q␛[201~a", "a"), .keys("␛[200~qq‹0D 03›␛[A␛[201~"), .keys("␛[200~␛␛[201~"),
        .keys("␛[200~␛[20␛[201q␛[201~"), .keys("␛[200~␛[200~q␛[201~"), .keys("␛[200~␛]q␛[201~"),
        .keys("␛[200~‹C3›␛[201~"), .keys("␛[200~‹9B›201~q␛[201~"), .keys("‹9B›200~q‹9B›201~"),
        .keys("␛[201~"), .cut("␛[200~q"), .cut("␛[200~q␛[201"),
        InputRow("␛[200~q␛[201~␛[?62c", events: [.reply(.deviceAttributes([62]))]),
    ]

    static let broken: [InputRow] = [
        .keys("␛[1;5␛[A", "up"), .keys("␛[12‹18›"), .keys("␛[12‹1A›"), .keys("␛[12‹0D›", "enter"),
        .keys("␛[12‹7F›~", "f2"),
        .keys("␛[12‹C3 A9›", "é"), .keys("␛[1 2A"), .keys("␛[1<A"), .reply("␛[1 A"), .cut("␛[1;5"), .cut("␛O1;5"),
        .cut("␛[["),
        .keys("␛[\(String(repeating: "1", count: 300))q"), .keys("␛O\(String(repeating: "1", count: 300))q"),
        .reply("␛]\(String(repeating: "q", count: 5000))␛\\"),
        .reply("␛]11;rgb:0/0/0\(String(repeating: "0", count: 5000))␇"),
    ]
}
