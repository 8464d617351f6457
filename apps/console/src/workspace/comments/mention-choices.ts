/** A person or an agent that a comment can mention. */
export interface Mentionable {
  name: string;
  /** Text of the mention. */
  mention: string;
  isAgent: boolean;
}

/** A mention that is being typed. */
export interface TypedMention {
  /** Position of the `@`. */
  start: number;
  typed: string;
}

const maxChoices = 6;
const maxTyped = 60;
/** Matches names that need no quotes. The excluded characters end a mention in the gateway. */
const simple = /^[^\s"@,;:!?().][^\s"@,;:!?()]*$/u;

export function mentionOfAgent(name: string): string {
  return simple.test(name) && !name.endsWith('.') ? `@${name}` : `@"${name}"`;
}

/** Returns the mention that is being typed before the caret. Undefined if there is none. */
export function typedMention(text: string, caret: number): TypedMention | undefined {
  const start = text.lastIndexOf('@', caret - 1);
  if (start < 0 || caret - start > maxTyped || /[\p{L}\p{N}]/u.test(text[start - 1] ?? '')) return undefined;
  const typed = text.slice(start + 1, caret);
  return /[\n"]/.test(typed) || typed.includes('  ') ? undefined : { start, typed };
}

/** Finds names that begin with the typed text, then names in which a later word, or the address, begins with it. */
export function mentionChoices(all: readonly Mentionable[], typed: string): Mentionable[] {
  const wanted = typed.toLowerCase();
  const rank = ({ name, mention }: Mentionable) => {
    const words = name.toLowerCase();
    if (words.startsWith(wanted)) return 0;
    return words.split(/\s+/).some((word) => word.startsWith(wanted)) || mention.slice(1).toLowerCase().startsWith(wanted) ? 1 : 2;
  };
  return [0, 1].flatMap((wantedRank) => all.filter((one) => rank(one) === wantedRank)).slice(0, maxChoices);
}
