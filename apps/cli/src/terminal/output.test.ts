import { expect, it } from 'vitest';
import { printable } from './output.ts';

it.each([
  ['moves no cursor and changes no colour', 'a\u001b[2Kb\rc\u0007\u009b1m', 'ab c '],
  ['shows bidirectional controls', 'pay\u202ecod.exe', 'pay{U+202E}cod.exe'],
  ['shows tags and zero-width characters', 'read\u{e0061}\u200b_all', 'read{U+E0061}{U+200B}_all'],
  ['keeps spelling', 'می\u200cخواهم 👩\u200d💻 ❤️', 'می\u200cخواهم 👩\u200d💻 ❤️'],
])('printable text %s', (_what, text, shown) => {
  expect(printable(text)).toBe(shown);
});
