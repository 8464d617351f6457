import DOMPurify from 'dompurify';
import TurndownService from 'turndown';

const service = new TurndownService({ headingStyle: 'atx', codeBlockStyle: 'fenced', bulletListMarker: '-', emDelimiter: '*', hr: '---' });

service.addRule('strikethrough', { filter: ['del', 's'], replacement: (text) => (text.trim() === '' ? text : `~~${text}~~`) });
// Turndown indents items by three spaces after the marker.
service.addRule('item', {
  filter: 'li',
  replacement(text, node) {
    const list = node.parentElement;
    const marker = list?.tagName === 'OL' ? `${Number(list.getAttribute('start') ?? 1) + indexOf(node)}. ` : '- ';
    const body = text.trim().replaceAll('\n', `\n${' '.repeat(marker.length)}`);
    return `${marker}${body}${node.nextSibling ? '\n' : ''}`;
  },
});
service.addRule('table', { filter: 'table', replacement: (_text, node) => `\n\n${tableOf(node as HTMLTableElement)}\n\n` });
// Bytes within an address would be a wall of letters.
service.addRule('inlinePicture', {
  filter: (node) => node.nodeName === 'IMG' && /^data:/i.test((node as HTMLImageElement).src),
  replacement: () => '',
});

const indexOf = (node: Node) => [...(node.parentElement?.children ?? [])].indexOf(node as Element);

function tableOf(table: HTMLTableElement): string {
  const rows = [...table.rows].map((row) => [...row.cells].map(cellOf));
  const width = Math.max(0, ...rows.map(({ length }) => length));
  if (width === 0) return '';
  const line = (cells: readonly string[]) => `| ${Array.from({ length: width }, (_, index) => cells[index] ?? '').join(' | ')} |`;
  const [head = [], ...body] = rows;
  return [line(head), line(Array.from({ length: width }, () => '---')), ...body.map(line)].join('\n');
}

function cellOf(cell: HTMLTableCellElement): string {
  const lines = service.turndown(fragmentOf(cell)).split('\n');
  return lines
    .map((line) => line.trim())
    .filter(Boolean)
    .join(' ')
    .replaceAll('|', '\\|');
}

function fragmentOf(cell: Element): DocumentFragment {
  const fragment = document.createDocumentFragment();
  for (const child of cell.childNodes) fragment.append(child.cloneNode(true));
  return fragment;
}

/** Rich text of another program as markdown. */
export function toMarkdown(html: string): string {
  return service.turndown(DOMPurify.sanitize(html, { RETURN_DOM_FRAGMENT: true })).trim();
}
