import { describe, expect, it } from 'vitest';
import { served, standing } from './addresses.ts';
import { renderPage } from './render-page.ts';

const render = (markdown: string, addresses = served) => renderPage(markdown, 'guides/back-up.md', addresses);

describe('a page of the documentation', () => {
  it('names its headings like GitHub', () => {
    const { html, headings } = render('# Back up\n\n## Who may `restore`?\n\n## Keys & limits\n\n## Keys & limits\n');
    expect(headings.map(({ anchor }) => anchor)).toEqual(['back-up', 'who-may-restore', 'keys--limits', 'keys--limits-1']);
    expect(html).toContain('<h2 id="who-may-restore"><a class="anchor" href="#who-may-restore">Who may <code>restore</code>?</a></h2>');
  });

  it.each([
    ['../start/try-it.md', '/docs/start/try-it', '../start/try-it.html'],
    ['restore.md#from-a-file', '/docs/guides/restore#from-a-file', 'restore.html#from-a-file'],
    ['../README.md', '/docs', '../index.html'],
    ['../api/README.md', '/docs/api', '../api/index.html'],
    ['#here', '#here', '#here'],
    ['https://example.com/a.md', 'https://example.com/a.md', 'https://example.com/a.md'],
  ])('turns the link %s into %s in the gateway and into %s on a standalone site', (written, inGateway, alone) => {
    expect(render(`[there](${written})`).html).toContain(`<a href="${inGateway}">there</a>`);
    expect(render(`[there](${written})`, standing).html).toContain(`<a href="${alone}">there</a>`);
  });

  it('names project files that are not pages, without a link', () => {
    expect(render('[the changelog](../../CHANGELOG.md)').html).toBe('<p>the changelog</p>\n');
  });

  it('shows pictures of the documentation', () => {
    expect(render('![Home](../pictures/home.png)').html).toContain('<img src="/docs/pictures/home.png" alt="Home" loading="lazy">');
    expect(render('![Home](../pictures/home.png)', standing).html).toContain('src="../pictures/home.png"');
  });

  it('shows HTML as text, except comments and named anchors', () => {
    const { html } = render('<!-- generated -->\n\n<a id="d62.1"></a>\n\n<script>run()</script>\n\na <b onclick=x>b</b>\n');
    expect(html).not.toContain('generated');
    expect(html).toContain('<a id="d62.1"></a>');
    expect(html).toContain('&lt;script&gt;run()&lt;/script&gt;');
    expect(html).toContain('&lt;b onclick=x&gt;b');
  });

  it('shows code unchanged, without the words after its language', () => {
    expect(render('```sh skip-needs-a-network\ncurl "a" <b>\n```').html).toContain(
      '<pre tabindex="0" data-language="sh"><code>curl &quot;a&quot; &lt;b&gt;</code></pre>',
    );
  });

  it('returns the words of each section for search', () => {
    const { sections } = render('# Back up\n\nOne `file` & more.\n\n## Restore\n\n- a\n- **b**\n\n| c | d |\n|---|---|\n| e | f |\n');
    expect(sections).toEqual([
      { heading: 'Back up', anchor: undefined, text: 'One file & more.' },
      { heading: 'Restore', anchor: 'restore', text: 'a b c d e f' },
    ]);
  });
});
