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

describe("GitHub's additions to markdown", () => {
  const htmlOf = (text: string) =>
    parseBlocks(text)
      .map(({ html }) => html)
      .join('');

  it('numbers footnotes by their first use, leads back from each, and leaves out those that nothing uses', () => {
    const html = htmlOf('One[^b] two[^a] three[^b] four[^none]\n\n[^a]: A\n[^b]: B **bold**\n\n    more\n[^c]: unused\n');
    expect(html).toContain('One<sup id="footnote-1-from"><a href="#footnote-1">1</a></sup>');
    expect(html).toContain('three<sup id="footnote-1-from-2"><a href="#footnote-1">1</a></sup> four[^none]');
    expect(html).toContain('<li id="footnote-1"><p>B <strong>bold</strong></p>\n<p>more');
    expect(html).toContain('<li id="footnote-2"><p>A <a href="#footnote-2-from" title="Back to the text">^</a></p></li>');
    expect(html).not.toContain('unused');
  });

  it('makes alerts of quotes that begin with their sign, and of no other', () => {
    expect(htmlOf('> [!WARNING]\n> Mind *this*\n')).toBe(
      '<blockquote data-alert="warning">\n<p><strong>Warning</strong></p>\n<p>Mind <em>this</em></p>\n</blockquote>\n',
    );
    for (const text of ['> [!OTHER]\n> x', '> x [!NOTE]', '> [!NOTE] x']) expect(htmlOf(text)).not.toContain('data-alert');
  });

  it('names the document of a wiki link, and the words to show for it', () => {
    expect(htmlOf('[[Launch plan]] [[a/b|the "b"]] `[[code]]` [[]] [[x')).toBe(
      '<p><a href="#" data-wiki="Launch plan">Launch plan</a> <a href="#" data-wiki="a/b">the &quot;b&quot;</a> <code>[[code]]</code> [[]] [[x</p>\n',
    );
  });

  it('takes nothing of that from HTML in the text', () => {
    const html = htmlOf('<input data-task checked><a data-wiki="x">y</a><div data-alert="note">z</div>');
    expect(html).not.toMatch(/data-(?:task|wiki|alert)/);
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
