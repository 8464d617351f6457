/**
 * Format characters that spell words and emoji (D16): U+200C and U+200D, and the tag characters in the flags of England, Scotland and
 * Wales.
 */
export const joiners = [0x200c, 0x200d, ...[...'bceglnstw\u007f'].map((letter) => 0xe0000 + letter.charCodeAt(0))];

/** Removes joiners from a name before it is compared: names that differ only in joiners count as the same. */
// D16
export function withoutJoiners(name: string): string {
  return name.replaceAll(anyJoiner, '');
}

/** True if two names are the same apart from joiners. */
// D16
export function isOneName(one: string, other: string): boolean {
  return withoutJoiners(one) === withoutJoiners(other);
}

/** Replaces emoji, and joiners in scripts that use them, with the same number of hyphens. */
// D16
export function maskJoiners(text: string): string {
  return text.replaceAll(spelling, (found) => '-'.repeat(found.length));
}

const anyJoiner = new RegExp(`[${String.fromCodePoint(...joiners)}]`, 'gu');

/** Characters with Canonical_Combining_Class=Virama, which expressions cannot name. */
const viramas = String.raw`[
  \u{94d} \u{9cd} \u{a4d} \u{acd} \u{b4d} \u{bcd} \u{c4d} \u{ccd} \u{d3b} \u{d3c} \u{d4d} \u{dca} \u{e3a} \u{eba} \u{f84} \u{1039} \u{103a}
  \u{1714} \u{1715} \u{1734} \u{17d2} \u{1a60} \u{1b44} \u{1baa} \u{1bab} \u{1bf2} \u{1bf3} \u{2d7f} \u{a806} \u{a82c} \u{a8c4} \u{a953}
  \u{a9c0} \u{aaf6} \u{abed} \u{10a3f} \u{11046} \u{11070} \u{1107f} \u{110b9} \u{11133} \u{11134} \u{111c0} \u{11235} \u{112ea} \u{1134d}
  \u{113ce}-\u{113d0} \u{11442} \u{114c2} \u{115bf} \u{1163f} \u{116b6} \u{1172b} \u{11839} \u{1193d} \u{1193e} \u{119e0} \u{11a34}
  \u{11a47} \u{11a99} \u{11c3f} \u{11d44} \u{11d45} \u{11d97} \u{11f41} \u{11f42} \u{1612f}
]`.replaceAll(/\s/g, '');

const joiningScripts = [
  ...['Adlam', 'Arabic', 'Chorasmian', 'Garay', 'Hanifi_Rohingya', 'Mandaic', 'Manichaean', 'Mongolian', 'Nko', 'Old_Uyghur', 'Phags_Pa'],
  ...['Psalter_Pahlavi', 'Sogdian', 'Syriac'],
];
const joiningLetter = `[\\p{L}&&[${joiningScripts.map((script) => `\\p{Script_Extensions=${script}}`).join('')}]]`;

/**
 * Joiners between letters that RFC 5892 (ContextJ) allows, and three spellings of single scripts that the RFC leaves out. Needs the flag
 * `v`.
 */
export const joinersInWords = [
  String.raw`(?<=${viramas})[\u200c\u200d](?=\p{L})`,
  // Looks back only from a joiner. A look back over marks from every character would take quadratic time.
  String.raw`\u200c(?<=${joiningLetter}\p{M}*\u200c)(?=${joiningLetter})`,
  // Before a virama: after Bengali and Kannada RA, and between letters of Sinhala that touch.
  String.raw`(?<=[\u09b0\u0cb0\u0d9a-\u0dc6])\u200d(?=[\u09cd\u0ccd\u0dca]\p{L})`,
  // Chillu letters of Malayalam in their older spelling, which end words.
  String.raw`(?<=[\u0d15\u0d23\u0d28\u0d30\u0d32\u0d33]\u0d4d)\u200d(?!\p{M})`,
  // Register shifters of Khmer that stay above a vowel.
  String.raw`(?<=[\u1780-\u17a2])\u200c(?=[\u17c9\u17ca])`,
].join('|');

const spelling = new RegExp(String.raw`(?=\p{Emoji})\p{RGI_Emoji}|${joinersInWords}`, 'gv');
