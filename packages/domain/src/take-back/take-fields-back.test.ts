import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type FieldRow, takeFieldsBack } from './take-fields-back.ts';

const run = (before: FieldRow['before'], after: FieldRow['after']): FieldRow => ({ isOfRun: true, before, after });
const others = (before: FieldRow['before'], after: FieldRow['after']): FieldRow => ({ isOfRun: false, before, after });
const nothing = { values: {}, changedSince: [], unknown: [], hasUnknownRows: false };

describe('takeFieldsBack (D66)', () => {
  it.each([
    ['the value before its first change', [run({ a: 1 }, { a: 2 }), run({ a: 2 }, { a: 3 })], { values: { a: 1 } }],
    ['the value that others gave it', [run({ a: 1 }, { a: 2 }), others({ a: 2 }, { a: 3 }), run({ a: 3 }, { a: 4 })], { values: { a: 3 } }],
    ['nothing that others changed last', [run({ a: 1 }, { a: 2 }), others({ a: 2 }, { a: 3 })], { changedSince: ['a'] }],
    ['each field by itself', [run({ a: 1, b: 1 }, { a: 2, b: 2 }), others({ a: 2 }, { a: 3 })], { values: { b: 1 }, changedSince: ['a'] }],
    ['a field that others changed to the same value', [run({ a: 1 }, { a: 2 }), others({ a: 2 }, { a: 2 })], { changedSince: ['a'] }],
    ['no field that only others changed', [others({ a: 1 }, { a: 2 }), run({ b: 1 }, { b: 2 })], { values: { b: 1 } }],
    ['an empty value', [run({ a: null }, { a: 2 })], { values: { a: null } }],
    ['no value of what the run created', [run({}, { a: 1, b: 1 }), run({ a: 1 }, { a: 2 })], { unknown: ['a', 'b'] }],
    [
      'the value after a row of others without values',
      [run({ a: 1 }, { a: 2 }), others(null, null), run({ a: 2 }, { a: 3 })],
      { values: { a: 2 } },
    ],
    [
      'the value after a row of the run without values',
      [run(null, null), run({ a: 2 }, { a: 3 })],
      { values: { a: 2 }, hasUnknownRows: true },
    ],
    ['no field whose last row has no values', [run({ a: 1 }, { a: 2 }), others(null, null)], { changedSince: ['a'] }],
  ])('restores %s', (_what, rows, expected) => {
    expect(takeFieldsBack(rows)).toEqual({ ...nothing, ...expected });
  });

  it('leaves every field as if the run had not happened, and reports each field that the run changed and that stays', () => {
    const step = fc.record({ isOfRun: fc.boolean(), field: fc.constantFrom('a', 'b', 'c'), value: fc.nat(2) });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const [state, oracle]: Record<string, number>[] = [
          { a: 0, b: 0, c: 0 },
          { a: 0, b: 0, c: 0 },
        ];
        const rows = steps.map(({ isOfRun, field, value }) => {
          const row = { isOfRun, before: { [field]: state![field] }, after: { [field]: value } };
          state![field] = value;
          if (!isOfRun) oracle![field] = value;
          return row;
        });
        const { values, changedSince, unknown } = takeFieldsBack(rows);
        expect({ ...state, ...values }).toEqual(oracle);
        const touched = new Set(steps.filter(({ isOfRun }) => isOfRun).map(({ field }) => field));
        expect([...Object.keys(values), ...changedSince].sort()).toEqual([...touched].sort());
        expect(unknown).toEqual([]);
      }),
      { numRuns: 1000 },
    );
  });
});
