import { describe, expect, it } from 'vitest';
import { readTable } from './read-table.ts';

describe('readTable', () => {
  it.each([
    ['a,b\n1,"x, ""y""\nz"\n', { head: ['a', 'b'], rows: [['1', 'x, "y"\nz']], isCut: false }],
    ['a;b\r\n1;2\r\n', { head: ['a', 'b'], rows: [['1', '2']], isCut: false }],
    ['a\tb\n1\t2', { head: ['a', 'b'], rows: [['1', '2']], isCut: false }],
    ['a\n1,2,3', { head: ['a', '', ''], rows: [['1', '2', '3']], isCut: false }],
    ['', { head: [], rows: [], isCut: false }],
  ])('reads %j', (text, table) => {
    expect(readTable(text)).toEqual(table);
  });

  it('cuts tables after 1,000 rows or 100 columns', () => {
    const long = readTable(`n\n${'1\n'.repeat(5000)}`);
    expect([long.rows.length, long.isCut]).toEqual([1000, true]);
    const wide = readTable(`${'x,'.repeat(500)}x\n${'1,'.repeat(500)}1\n`);
    expect([wide.head.length, wide.rows[0]?.length, wide.isCut]).toEqual([100, 100, true]);
  });
});
