import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryText, arbitraryTextWithPart } from '../../testing/arbitrary-text.ts';
import { applyEdits } from './apply-edits.ts';
import { editText } from './edit-text.ts';

/** Edits that replace a piece of the text, or any other text, which an earlier edit may have inserted. */
const edits = fc.array(
  fc.record({ from: fc.nat(), size: fc.nat(6), foreign: arbitraryText, isForeign: fc.nat(9), newText: arbitraryText }),
  {
    minLength: 1,
    maxLength: 6,
  },
);

describe('applyEdits', () => {
  it('gives the result of the same single edits, and the refusal of the first refused one (D21)', () => {
    const met = { applied: 0, refused: 0 };
    fc.assert(
      fc.property(arbitraryTextWithPart, edits, ({ text }, plans) => {
        const list: { oldText: string; newText: string }[] = [];
        let current = text;
        let refused: { index: number; reason: string } | undefined;
        for (const { from, size, foreign, isForeign, newText } of plans) {
          const characters = [...current];
          const start = from % (characters.length + 1);
          const oldText = isForeign === 0 ? foreign : characters.slice(start, start + 1 + size).join('');
          list.push({ oldText, newText });
          const edit = editText({ text: current, oldText, newText });
          if (edit.ok) current = edit.text;
          else refused ??= { index: list.length - 1, reason: edit.reason };
          if (refused) break;
        }
        const result = applyEdits(text, list);
        if (!refused) {
          met.applied++;
          expect(result).toEqual({ ok: true, text: current });
          return;
        }
        met.refused++;
        expect(result).toMatchObject({ ok: false, reason: refused.reason });
        expect(result).toHaveProperty('message', expect.stringMatching(new RegExp(`^edits\\[${refused.index}\\]`)));
      }),
      { numRuns: 5_000 },
    );
    expect(Math.min(met.applied, met.refused)).toBeGreaterThan(500);
  });

  it('stops at its search limit, but accepts one edit of any text', () => {
    const text = 'a b c';
    const two = [
      { oldText: 'a', newText: 'x' },
      { oldText: 'b', newText: 'y' },
    ];
    expect(applyEdits(text, two, 10)).toEqual({ ok: true, text: 'x y c' });
    expect(applyEdits(text, two, 9)).toMatchObject({ ok: false, reason: 'too_large', message: expect.stringContaining('at most 1 edits') });
    expect(applyEdits(text, two.slice(0, 1), 1)).toEqual({ ok: true, text: 'x b c' });
  });
});
