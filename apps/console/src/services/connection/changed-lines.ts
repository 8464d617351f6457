import { diffLines } from 'diff';

const unchangedLines = (skipped: number) => `${skipped} unchanged lines`;

/** A line of a definition, before and after it was changed. */
export interface ChangedLine {
  kind: 'same' | 'removed' | 'added' | 'skipped';
  text: string;
}

/** Lines of what is the same that stand around a change. */
const around = 2;
/** Definitions that have more changes than that are shown one after the other: nobody follows so many. */
const maxChanges = 400;
const maxLines = 4000;

/** What is different in a field of a definition, line by line. Texts as they are, everything else as JSON. */
export function changedLines(before: unknown, after: unknown): ChangedLine[] {
  const [left, right] = [asText(before), asText(after)];
  const parts = diffLines(left, right, { maxEditLength: maxChanges }) ?? [
    { value: left, removed: true, added: false },
    { value: right, removed: false, added: true },
  ];
  const lines = parts.flatMap(({ value, added, removed }): ChangedLine[] => {
    const kind = added ? 'added' : removed ? 'removed' : 'same';
    return value
      .replace(/\n$/, '')
      .split('\n')
      .map((text) => ({ kind, text }));
  });
  const shown = withoutMost(lines);
  if (shown.length <= maxLines) return shown;
  return [...shown.slice(0, maxLines), { kind: 'skipped', text: `${shown.length - maxLines} more lines` }];
}

function asText(value: unknown): string {
  if (value === null || value === undefined) return '';
  return `${typeof value === 'string' ? value : JSON.stringify(value, undefined, 2)}\n`;
}

/** Of what is the same, only what stands beside a change. */
function withoutMost(lines: readonly ChangedLine[]): ChangedLine[] {
  const near = new Set<number>();
  for (const [at, { kind }] of lines.entries()) if (kind !== 'same') for (let one = at - around; one <= at + around; one++) near.add(one);
  const shown: ChangedLine[] = [];
  let skipped = 0;
  for (const [at, line] of lines.entries()) {
    if (near.has(at)) {
      if (skipped > 0) shown.push({ kind: 'skipped', text: unchangedLines(skipped) });
      skipped = 0;
      shown.push(line);
    } else skipped++;
  }
  if (skipped > 0 && shown.length > 0) shown.push({ kind: 'skipped', text: unchangedLines(skipped) });
  return shown;
}
