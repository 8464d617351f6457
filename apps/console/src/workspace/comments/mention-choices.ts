/** A person or an agent that a comment can mention. */
export interface Mentionable {
  name: string;
  /** Text of the mention. */
  mention: string;
  isAgent: boolean;
}

/** A mention that is being typed. */
export interface TypedMention {
  /** Place of the `@`. */
  start: number;
  typed: string;
}

const maxChoices = 6;
const maxTyped = 60;
/** Simple names need no quotes. The same characters end a mention in the gateway. */
const simple = /^[^\s"@,;:!?().][^\s"@,;:!?()]*$/u;

export function mentionOfAgent(name: string): string {
  return simple.test(name) && !name.endsWith('.') ? `@${name}` : `@"${name}"`;
}

/** The mention before the caret, from its `@` on. Undefined if none is being typed. */
export function typedMention(text: string, caret: number): TypedMention | undefined {
  const start = text.lastIndexOf('@', caret - 1);
  if (start < 0 || caret - start > maxTyped || /[\p{L}\p{N}]/u.test(text[start - 1] ?? '')) return undefined;
  const typed = text.slice(start + 1, caret);
  return /[\n"]/.test(typed) || typed.includes('  ') ? undefined : { start, typed };
}

/** Names that begin with the typed text come first, then those with a word or an address that does. */
export function mentionChoices(all: readonly Mentionable[], typed: string): Mentionable[] {
  const wanted = typed.toLowerCase();
  const rank = ({ name, mention }: Mentionable) => {
    const words = name.toLowerCase();
    if (words.startsWith(wanted)) return 0;
    return words.split(/\s+/).some((word) => word.startsWith(wanted)) || mention.slice(1).toLowerCase().startsWith(wanted) ? 1 : 2;
  };
  return [0, 1].flatMap((wantedRank) => all.filter((one) => rank(one) === wantedRank)).slice(0, maxChoices);
}
