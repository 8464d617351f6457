import { differenceOf } from '@gatehouse/domain/merge';

/** Part of a block that its rendered text does not show, such as the target of a link. */
export interface HiddenValue {
  name: string;
  value: string;
}

export type HiddenChange = HiddenValue & { change: 'removed' | 'added' };

/** Attributes with their names on the page. */
const attributes: Record<string, string> = {
  title: 'Title',
  align: 'Alignment',
  start: 'First number',
  reversed: 'Order',
  lang: 'Language',
  dir: 'Direction',
  colspan: 'Columns',
  rowspan: 'Rows',
  cite: 'Source',
};

/** Hidden values of rendered text, in its order. */
export function hiddenValuesIn(element: Element, language: string | undefined): HiddenValue[] {
  const values: HiddenValue[] = language === undefined || language === '' ? [] : [{ name: 'Code language', value: language }];
  for (const one of element.querySelectorAll<HTMLElement>('*')) {
    values.push(...targetsOf(one));
    if (one.dataset.box !== undefined) values.push({ name: 'Task', value: one.getAttribute('aria-label') ?? one.dataset.box });
    for (const [attribute, name] of Object.entries(attributes)) {
      const value = one.getAttribute(attribute);
      if (value !== null && !isMade(one, attribute, value)) values.push({ name, value });
    }
  }
  return values;
}

function targetsOf(one: HTMLElement): HiddenValue[] {
  const { image, wiki } = one.dataset;
  if (wiki !== undefined) return [{ name: 'Link', value: wiki }];
  // A picture within a link has no address of its own.
  if (image !== undefined) return [{ name: 'Picture', value: one.getAttribute('href') ?? one.title }];
  const picture = one instanceof HTMLImageElement ? one.getAttribute('src') : null;
  if (picture !== null) return [{ name: 'Picture', value: picture }];
  const href = one.getAttribute('href');
  return href === null || href.startsWith('#footnote-') ? [] : [{ name: 'Link', value: href }];
}

/** True for values that the page adds, and for the alignment of a cell if its heading has the same. */
function isMade(one: HTMLElement, attribute: string, value: string): boolean {
  if (attribute === 'dir') return value === 'auto';
  if (attribute === 'align') return one instanceof HTMLTableCellElement && one.localName === 'td' && headingOf(one)?.align === value;
  return attribute === 'title' && (one.dataset.image !== undefined || value === 'Back to the text');
}

const headingOf = (cell: HTMLTableCellElement) => cell.closest('table')?.rows[0]?.cells[cell.cellIndex];

/** Hidden values that only one of two versions has. */
export function changedValues(before: readonly HiddenValue[], after: readonly HiddenValue[]): HiddenChange[] {
  const keys = (values: readonly HiddenValue[]) => values.map(({ name, value }) => `${name}\n${value}`);
  return differenceOf(keys(before), keys(after)).flatMap(({ isSame, before: [from, to], after: [otherFrom, otherTo] }) =>
    isSame
      ? []
      : [
          ...before.slice(from, to).map((value) => ({ ...value, change: 'removed' as const })),
          ...after.slice(otherFrom, otherTo).map((value) => ({ ...value, change: 'added' as const })),
        ],
  );
}
