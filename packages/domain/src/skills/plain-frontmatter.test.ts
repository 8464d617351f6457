import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDocument } from 'yaml';
import { readPlainFields } from './plain-frontmatter.ts';

describe('a frontmatter of one key and text on each line', () => {
  it('is read without a parser', () => {
    expect(readPlainFields('name: report\ndescription: Writes "reports", as (we) do; it\'s 50% [done] - no:way, & more.\n')).toEqual({
      name: 'report',
      description: 'Writes "reports", as (we) do; it\'s 50% [done] - no:way, & more.',
    });
  });

  it.each([
    '',
    'name',
    'name:',
    'name: ',
    'name:report',
    ' name: report',
    'name: report ',
    'name: "report"',
    "name: 'report'",
    'name: 1',
    'name: -1',
    'name: .inf',
    'name: true',
    'name: Null',
    'null: report',
    'name: a # comment',
    'name: a: b',
    'name: a:',
    'name: >',
    'name: &a report',
    'name: *a',
    'name: !!str report',
    'name: [a]',
    'name: {a: b}',
    'name: a\u0085b',
    'name: a\tb',
    'name: a\r',
    'name: a\nname: b',
    'name: a\n  more',
    'name: a\n\nlicense: b',
    '# comment\nname: a',
    'name: a\n...',
    'Name: a',
  ])('is left to the YAML parser if it is %j', (yaml) => {
    expect(readPlainFields(yaml)).toBeUndefined();
  });

  it('gives the same result as YAML if it is read as plain text', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        'name',
        'description',
        ': ',
        ':',
        ' #',
        '#',
        '\n',
        ' ',
        '"',
        "'",
        '[',
        '{',
        '-',
        '?',
        '|',
        '>',
        '&',
        '*',
        '!',
        '%',
        '@',
        '`',
      ),
      fc.constantFrom(
        'true',
        'null',
        'yes',
        'no',
        'on',
        '~',
        '0x1',
        '1e3',
        '---',
        '...',
        '\t',
        '\r',
        '\u2028',
        '\ufeff',
        'é',
        '文',
        ',',
        ']',
      ),
      fc.string({ unit: 'binary', maxLength: 3 }),
    );
    const value = fc.tuple(fc.constantFrom('', 'a'), fc.array(piece, { maxLength: 4 })).map(([first, pieces]) => first + pieces.join(''));
    const yaml = fc.uniqueArray(fc.tuple(fc.constantFrom('name', 'description', 'license', 'null', 'x-y'), value), {
      selector: ([key]) => key,
      maxLength: 3,
    });
    let read = 0;
    fc.assert(
      fc.property(yaml, (lines) => {
        const text = lines.map(([key, of]) => `${key}: ${of}`).join('\n');
        const fields = readPlainFields(text);
        if (!fields) return;
        read++;
        const document = parseDocument(text, { schema: 'core', uniqueKeys: true, stringKeys: true, prettyErrors: false });
        expect([document.errors, document.toJSON()]).toEqual([[], fields]);
      }),
      { numRuns: 3000 },
    );
    expect(read).toBeGreaterThan(100);
  });
});
