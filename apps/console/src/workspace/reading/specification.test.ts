import { tests } from 'commonmark-spec';
import { describe, expect, it } from 'vitest';
import { parseBlocks } from './parse-blocks.ts';

/** Numbers of CommonMark examples with different output, by reason. */
const differences: Record<string, readonly number[]> = {
  'GitHub links addresses without brackets': [602, 608, 611, 612],
  'front matter is shown as YAML': [96, 98],
  'double brackets are wiki links': [548, 559, 590],
  'styles are removed': [172, 173, 176],
  'entities stay as written, and the browser reads them': [25, 28, 30, 32, 33, 34, 503],
  'spaces stay where a browser shows none': [56, 191, 222, 224, 226, 252, 255, 275, 276, 280, 645],
};

it('renders every CommonMark example as specified, except for the listed differences (D92.1)', () => {
  const others = tests.filter(({ markdown, html }) => {
    const [source, wanted] = [markdown, html].map((text) => text.replaceAll('→', '\t'));
    return plain(rendered(source ?? '')) !== plain(wanted ?? '');
  });
  expect(tests.length).toBeGreaterThan(600);
  expect(others.map(({ number }) => number)).toEqual(
    Object.values(differences)
      .flat()
      .toSorted((one, other) => one - other),
  );
});

describe("GitHub's additions (D92.1)", () => {
  it.each([
    [
      'a table',
      '| a | b |\n|---|:-:|\n| 1 | *2* |',
      '<table><thead><tr><th>a</th><th align="center">b</th></tr></thead><tbody><tr><td>1</td><td align="center"><em>2</em></td></tr></tbody></table>',
    ],
    [
      'a table with a bar in code',
      '| a |\n|---|\n| `x\\|y` |',
      '<table><thead><tr><th>a</th></tr></thead><tbody><tr><td><code>x|y</code></td></tr></tbody></table>',
    ],
    [
      'a table that a quote ends',
      '| a |\n|---|\n| 1 |\n> q',
      '<table><thead><tr><th>a</th></tr></thead><tbody><tr><td>1</td></tr></tbody></table><blockquote><p>q</p></blockquote>',
    ],
    [
      'cells that are missing, and too many',
      '| a | b |\n|---|---|\n| 1 |\n| 1 | 2 | 3 |',
      '<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>1</td><td></td></tr><tr><td>1</td><td>2</td></tr></tbody></table>',
    ],
    ['no table without as many columns below', '| a | b |\n| --- |\n| 1 |', '<p>| a | b |\n| --- |\n| 1 |</p>'],
    ['deleted text', '~~Hi~~ Hello', '<p><del>Hi</del> Hello</p>'],
    ['no deleted text over paragraphs', 'This ~~has a\n\nnew~~.', '<p>This ~~has a</p><p>new~~.</p>'],
    [
      'tasks',
      '- [ ] foo\n- [x] bar',
      '<ul><li><input type="checkbox" data-task> foo</li><li><input type="checkbox" data-task checked> bar</li></ul>',
    ],
    [
      'an address that begins with www',
      'www.commonmark.org/help',
      '<p><a href="http://www.commonmark.org/help">www.commonmark.org/help</a></p>',
    ],
    [
      'an address before a full stop',
      'Visit www.commonmark.org.',
      '<p>Visit <a href="http://www.commonmark.org">www.commonmark.org</a>.</p>',
    ],
    [
      'an address in parentheses',
      '(www.google.com/search?q=Markup+(business))',
      '<p>(<a href="http://www.google.com/search?q=Markup+(business)">www.google.com/search?q=Markup+(business)</a>)</p>',
    ],
    ['an e-mail address', 'foo@bar.baz', '<p><a href="mailto:foo@bar.baz">foo@bar.baz</a></p>'],
  ])('%s', (_, markdown, html) => {
    expect(plain(rendered(markdown))).toBe(html);
  });
});

/** Renders markdown to HTML in the format of the specification. */
function rendered(markdown: string): string {
  return parseBlocks(markdown)
    .map(({ html, code }) => (code ? `<pre><code${languageOf(code.language)}>${escaped(code.text)}</code></pre>` : html))
    .join('');
}

const languageOf = (language: string) => (language === '' ? '' : ` class="language-${escaped(language)}"`);

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Removes differences that browsers ignore: line breaks between elements, and alternative notations. */
function plain(html: string): string {
  return html
    .replaceAll(/\s*\n\s*/g, '\n')
    .replaceAll('>\n', '>')
    .replaceAll('\n<', '<')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll(/<(br|hr|img[^>]*?) ?\/?>/g, '<$1>')
    .trim();
}
