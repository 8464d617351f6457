import DOMPurify from 'dompurify';

/** Allowed elements. After `img` and `input` are replaced, none of them loads, runs, covers the page or takes input. */
const tags =
  'h1 h2 h3 h4 h5 h6 p br hr em strong i b u s del ins sub sup mark small abbr cite q kbd samp var code pre blockquote ul ol li dl dt dd table thead tbody tfoot tr th td caption a img details summary div span figure figcaption input';
const attributes = 'type checked href title alt src colspan rowspan start reversed align open lang dir id data-task data-wiki data-alert';

const options = {
  ALLOWED_TAGS: tags.split(' '),
  ALLOWED_ATTR: attributes.split(' '),
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  RETURN_DOM_FRAGMENT: true as const,
};

/** Makes safe elements from any HTML. Pictures become links unless the HTML contains their bytes, so nothing is requested. */
export function toFragment(html: string): DocumentFragment {
  const fragment = DOMPurify.sanitize(html, options);
  for (const image of fragment.querySelectorAll('img')) if (!isInline(image.src)) image.replaceWith(linkTo(image));
  for (const link of fragment.querySelectorAll('a')) secure(link);
  for (const field of fragment.querySelectorAll('input')) field.replaceWith(...(field.type === 'checkbox' ? [boxOf(field)] : []));
  // Keeps only identifiers of footnotes, because others could clash with identifiers of the page.
  for (const named of fragment.querySelectorAll('[id]'))
    if (!/^footnote-[\d-]+(?:from[\d-]*)?$/.test(named.id)) named.removeAttribute('id');
  for (const text of fragment.querySelectorAll('p, li, h1, h2, h3, h4, h5, h6, td, th, summary, blockquote'))
    if (!text.hasAttribute('dir')) text.setAttribute('dir', 'auto');
  // Lets keyboard users scroll wide elements.
  for (const wide of fragment.querySelectorAll('table, pre')) wide.setAttribute('tabindex', '0');
  return fragment;
}

/** HTML of a block. */
export interface BlockHtml {
  html: string;
  /** True if its author wrote HTML, which can leave elements open. */
  hasHtml?: boolean | undefined;
}

/** Makes safe elements for several blocks. Sanitizing them together is much faster than one by one. */
export function toElements(blocks: readonly BlockHtml[]): ParentNode[] {
  // Even an empty text would take a document of the parser.
  if (blocks.length === 0) return [];
  const closed = blocks.filter(({ hasHtml }) => !hasHtml);
  const fragment = toFragment(closed.map(({ html }) => `<div>${html}</div>`).join(''));
  const elements = [...fragment.children];
  const areSeparate = elements.length === closed.length && fragment.childNodes.length === closed.length;
  return blocks.map((block) => (areSeparate && !block.hasHtml && elements.shift()) || toFragment(block.html));
}

/** Replaces a checkbox with an icon. If the reader can change the text, `makeTickable` turns the icons of tasks into controls. */
function boxOf({ checked, dataset }: HTMLInputElement): HTMLElement {
  const box = document.createElement('span');
  box.setAttribute('role', 'img');
  box.setAttribute('aria-label', checked ? 'Done' : 'Not done');
  box.dataset.box = checked ? 'done' : 'open';
  if (dataset.task !== undefined) box.dataset.task = '';
  return box;
}

const isInline = (address: string) => /^data:image\/(?:png|jpeg|gif|webp|avif)[;,]/i.test(address);

function linkTo(image: HTMLImageElement): HTMLElement {
  const address = image.getAttribute('src') ?? '';
  const link = document.createElement(address === '' || image.closest('a') ? 'span' : 'a');
  if (address !== '' && link instanceof HTMLAnchorElement) link.setAttribute('href', address);
  link.dataset.image = '';
  link.textContent = image.alt.trim() || 'Picture';
  link.title = address;
  return link;
}

/** Keeps external sites from learning about this page. The application follows internal links itself. */
function secure(link: HTMLAnchorElement): void {
  const address = link.getAttribute('href');
  if (address === null || address.startsWith('#')) return;
  link.target = '_blank';
  link.rel = 'noopener noreferrer nofollow';
}
