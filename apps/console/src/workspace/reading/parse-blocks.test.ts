import { describe, expect, it } from 'vitest';
import { changedBlocks } from './changed-blocks.ts';
import { parseBlocks } from './parse-blocks.ts';

describe('parseBlocks', () => {
  it('returns headings with their text and a unique name', () => {
    const headings = parseBlocks('# Über *uns* & `x`\n\nText\n\n## Über uns  x\n\n### Über uns  x\n').flatMap(
      ({ heading }) => heading ?? [],
    );
    expect(headings).toEqual([
      { depth: 1, text: 'Über uns & x', slug: 'über-uns--x' },
      { depth: 2, text: 'Über uns  x', slug: 'über-uns--x-1' },
      { depth: 3, text: 'Über uns  x', slug: 'über-uns--x-2' },
    ]);
  });

  it('keeps code, and the fields at the start, as written', () => {
    expect(parseBlocks('---\r\nname: <b>\r\n---\r\n```ts title\n<a>\n```\n').map(({ code }) => code)).toEqual([
      { text: 'name: <b>', language: 'yaml' },
      { text: '<a>', language: 'ts' },
    ]);
    expect(parseBlocks('---\nno end')[0]?.code).toBeUndefined();
  });

  it('keeps the content of an element together', () => {
    const [details, after] = parseBlocks('<details>\n<summary>S</summary>\n\ninside **b**\n\n</details>\n\nafter\n');
    expect(details?.html).toContain('<strong>b</strong>');
    expect(after?.html).toContain('after');
  });

  it('removes styles, but no text that only looks like a style', () => {
    const [first] = parseBlocks('<p style="a" title=">" STYLE = b>style="c"</p><style>d{}</style>\n');
    expect(first?.html.trim()).toBe('<p data-style="a" title=">" data-style = b>style="c"</p><script>d{}</script>');
  });

  it('reads reference links and elements without an end', () => {
    const [first] = parseBlocks('[a][b]\n\ntext <div> more\n\n[b]: https://example.com\n');
    expect(first?.html).toContain('href="https://example.com"');
  });
});

describe('changedBlocks', () => {
  const changed = (before: string, after: string) => [...changedBlocks(parseBlocks(before), parseBlocks(after))];

  it('returns new and changed blocks, but not moved ones', () => {
    expect(changed('a\n\nb\n\nc', 'a\n\nB\n\nc')).toEqual([1]);
    expect(changed('a\n\nb', 'new\n\na\n\nb\n\nb')).toEqual([0, 3]);
    expect(changed('a\n\nb', 'b\n\na')).toEqual([]);
    expect(changed('', 'a')).toEqual([0]);
  });

  it('returns the block after a removed one', () => {
    expect(changed('a\n\nb\n\nc', 'a\n\nc')).toEqual([1]);
    expect(changed('a\n\nb', 'a')).toEqual([0]);
    expect(changed('a', '')).toEqual([]);
  });
});
