/** The value that one operation gave a slot. */
export interface Write {
  isRun: boolean;
  value: unknown;
  at: number;
}

/** A field, a paragraph, a file of a skill, or the existence of a subject: a part that operations change as a whole. */
export interface Slot {
  initial: unknown;
  writes: Write[];
}

export interface Subject {
  id: string;
  kind: 'doc' | 'file' | 'skill' | 'task' | 'folder';
  createdByRun: boolean;
  slots: Map<string, Slot>;
}

/** A paragraph is a slot of its own, with its number in its text. */
export const paragraphs = 8;

/** A file of a skill is a slot of its own too. */
export const fileSlot = 'file ';
export const skillPaths = ['one.txt', 'two.txt', 'scripts/run.sh'];

/** An oracle that ignores the operations of the run: the last value by others, or the initial value. */
export function withoutRun({ initial, writes }: Slot): unknown {
  return writes.findLast(({ isRun }) => !isRun)?.value ?? (writes.some(({ isRun }) => !isRun) ? undefined : initial);
}

export function current({ initial, writes }: Slot): unknown {
  const last = writes.at(-1);
  return last ? last.value : initial;
}

export const isTouchedByRun = ({ writes }: Slot): boolean => writes.some(({ isRun }) => isRun);
export const isTouchedByOthers = ({ writes }: Slot): boolean => writes.some(({ isRun }) => !isRun);

/** True if others have changed it after the run did. A file of a skill then stays. */
export function isTouchedByOthersSince({ writes }: Slot): boolean {
  const first = writes.findIndex(({ isRun }) => isRun);
  return first >= 0 && writes.slice(first).some(({ isRun }) => !isRun);
}

/** The slot without changes that were later reverted (D66.4). */
export function withoutChangedBack({ initial, writes }: Slot): Slot {
  for (let from = 0; from < writes.length; from++) {
    const [before, { isRun } = {}] = [writes[from - 1], writes[from]];
    if (before?.isRun === isRun) continue;
    const next = writes.findIndex((write, index) => index > from && write.isRun !== isRun);
    const to = next < 0 ? writes.length : next;
    const isSame = writes[to - 1]?.value === (before ? before.value : initial);
    if (isSame) return withoutChangedBack({ initial, writes: writes.toSpliced(from, to - from) });
  }
  return { initial, writes };
}

/** True if others made the last change of a slot, so that it must stay. */
export const isKeptByOthers = ({ writes }: Slot): boolean => writes.at(-1)?.isRun === false;

/**
 * True if others have changed this paragraph or one near it: then only the two rules apply. Near are two paragraphs on each side, and
 * further ones up to the first that was there from the beginning and is unchanged.
 */
export function isNearOthers(subject: Subject, index: number): boolean {
  return isNearOthersTowards(subject, index, -1) || isNearOthersTowards(subject, index, 1);
}

function isNearOthersTowards({ slots }: Subject, index: number, step: 1 | -1): boolean {
  for (let near = index; near >= 0 && near < paragraphs; near += step) {
    const slot = slots.get(`p${near}`);
    if (slot && isTouchedByOthers(slot)) return true;
    const isApart = slot !== undefined && slot.initial !== undefined && slot.writes.length === 0;
    if (isApart && Math.abs(near - index) > 1) return false;
  }
  return false;
}

export function textOf(values: readonly (readonly [index: number, value: unknown])[]): string {
  const present = values.filter(([, value]) => value !== undefined).map(([index, value]) => `p${index}: ${value}`);
  return present.length === 0 ? '' : `${present.join('\n\n')}\n`;
}

/** SKILL.md of a skill that is called so. */
export const skillText = (name: unknown, text: string) => `---\nname: ${name}\ndescription: Tells what to do.\n---\n\n${text}`;

/** Paragraphs of a text by number. If two were added at one place, the number occurs twice (D60), and the value contains both. */
export function paragraphsOf(text: string): Map<number, string> {
  const found = new Map<number, string>();
  for (const [, digit, value = ''] of text.matchAll(/^p(\d): (.*)$/gm)) {
    const number = Number(digit);
    const before = found.get(number);
    found.set(number, before === undefined ? value : `${before}${twice(number)}${value}`);
  }
  return found;
}

const twice = (number: number) => `\n\np${number}: `;

/** Values at the place of a paragraph: usually one. */
export function standingAt(number: number, is: unknown): unknown[] {
  return typeof is === 'string' ? is.split(twice(number)) : [];
}
