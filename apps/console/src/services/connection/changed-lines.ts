import { diffLines } from 'diff';

const unchangedLines = (skipped: number) => `${skipped} unchanged lines`;

/** A line of a definition, before and after it was changed. */
export interface ChangedLine {
  kind: 'same' | 'removed' | 'added' | 'skipped';
  text: string;
}

/** Equal lines shown around a change. */
const around = 2;
/** Maximum changes that are compared. Definitions with more are shown one after the other. */
const maxChanges = 400;
const maxLines = 4000;

/** Differences in a field of a definition, line by line. Texts are compared unchanged, other values as JSON. */
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

/** Keeps equal lines only next to a change. */
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
