import fc from 'fast-check';
import { expect, it } from 'vitest';
import { differentParts, type Part } from './version-difference.ts';

const texts = fc
  .array(fc.tuple(fc.constantFrom('a', 'b', 'a b', 'é!', '', '😀'), fc.constantFrom('\n', '\n', '\r\n')), { maxLength: 25 })
  .chain((lines) => fc.constantFrom('', 'last').map((last) => lines.map((line) => line.join('')).join('') + last));

const linesOf = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];

/** Rebuilds one of the texts from the parts. Takes skipped lines from the text itself. */
function told(parts: Part[], text: string, side: 'before' | 'after'): string {
  const lines = linesOf(text);
  const piece = side === 'before' ? 'removed' : 'added';
  return parts
    .map((part) => {
      if (part.kind === 'skipped') return lines.slice(part[side] - 1, part[side] - 1 + part.lines).join('');
      return part.kind === 'same' ? part.text : part[piece].map(({ text }) => text).join('');
    })
    .join('');
}

it('returns both texts, each line with its number, with exactly three lines around every change', () => {
  const edited = fc.record({ before: texts, insertion: texts, at: fc.nat(25), isEdit: fc.boolean() });
  fc.assert(
    fc.property(edited, ({ before, insertion, at, isEdit }) => {
      const after = isEdit ? linesOf(before).toSpliced(at, 1, insertion).join('') : insertion;
      const { parts, next } = differentParts(before, after, 0, 1_000_000);
      expect(next).toBeUndefined();
      expect(told(parts, before, 'before')).toBe(before);
      expect(told(parts, after, 'after')).toBe(after);
      const [lines, otherLines] = [linesOf(before), linesOf(after)];
      for (const [index, part] of parts.entries()) {
        if (part.kind === 'changed') continue;
        const from = (all: string[], first: number) => all.slice(first - 1, first - 1 + part.lines).join('');
        expect(from(lines, part.before)).toBe(from(otherLines, part.after));
        if (part.kind === 'skipped') continue;
        const isBetween = parts[index - 1]?.kind === 'changed' && parts[index + 1]?.kind === 'changed';
        expect(part.lines).toBeLessThanOrEqual(isBetween ? 6 : 3);
      }
      expect(parts.some(({ kind }) => kind === 'changed')).toBe(before !== after);
    }),
    { numRuns: 2000 },
  );
});
