import type { SearchIndex } from '../site/search-index.ts';
import { type Found, findSections } from './find-sections.ts';

/** Opens the search field at the top of every page. It loads the index on focus. */
export function openSearch(field: HTMLInputElement, results: HTMLElement): void {
  let index: Promise<SearchIndex> | undefined;
  const { index: address = '', root = '' } = field.dataset;

  function loadIndex(): Promise<SearchIndex> {
    index ??= fetch(address).then((answer) => {
      if (!answer.ok) throw new Error(`the index was answered ${answer.status}`);
      return answer.json();
    });
    // The next input tries again.
    index.catch(() => (index = undefined));
    return index;
  }

  async function show(): Promise<void> {
    const query = field.value.trim();
    if (query === '') return hide();
    let lines: HTMLElement[];
    try {
      const found = findSections(await loadIndex(), query);
      lines = found.length === 0 ? [sentence(`Nothing found for “${query}”.`)] : [listOf(found, root)];
    } catch {
      lines = [sentence('Search is not available. Check your connection and try again.')];
    }
    // Drops the result if the query has changed meanwhile.
    if (field.value.trim() !== query) return;
    results.replaceChildren(...lines);
    results.hidden = false;
  }

  function hide(): void {
    results.hidden = true;
    results.replaceChildren();
  }

  field.addEventListener('focus', () => void loadIndex().catch(() => {}));
  field.addEventListener('input', () => void show());
  document.addEventListener('click', ({ target }) => {
    if (target instanceof Node && !results.contains(target) && target !== field) results.hidden = true;
  });
  document.addEventListener('keydown', (event) => {
    if (event.key === '/' && !isTyping()) {
      event.preventDefault();
      field.focus();
    } else if (event.key === 'Escape' && !results.hidden) {
      field.focus();
      hide();
    } else if (!results.hidden && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      move(field, results, event);
    } else if (event.key === 'Enter' && document.activeElement === field) {
      results.querySelector('a')?.click();
    }
  });
}

/** Moves the focus through the field and the links, in a circle. */
function move(field: HTMLElement, results: HTMLElement, event: KeyboardEvent): void {
  const stops = [field, ...results.querySelectorAll('a')];
  const at = stops.indexOf(document.activeElement as HTMLElement);
  if (at < 0) return;
  event.preventDefault();
  stops[(at + (event.key === 'ArrowDown' ? 1 : stops.length - 1)) % stops.length]?.focus();
}

function isTyping(): boolean {
  return document.activeElement instanceof HTMLInputElement;
}

function listOf(found: readonly Found[], root: string): HTMLElement {
  const list = document.createElement('ol');
  list.append(
    ...found.map(({ address, title, heading, excerpt }) => {
      const link = document.createElement('a');
      link.href = root + address;
      const name = document.createElement('strong');
      name.textContent = heading === title ? title : `${title} › ${heading}`;
      const words = document.createElement('span');
      words.textContent = excerpt;
      link.append(name, words);
      const item = document.createElement('li');
      item.append(link);
      return item;
    }),
  );
  return list;
}

function sentence(text: string): HTMLElement {
  const line = document.createElement('p');
  line.setAttribute('role', 'status');
  line.textContent = text;
  return line;
}
