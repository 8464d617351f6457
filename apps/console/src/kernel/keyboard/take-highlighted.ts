import type { KeyboardEvent } from 'react';

/** Key code of an Enter that ends a composition, in browsers that report the composition as over. */
const composed = 229;

/**
 * Makes Enter choose the highlighted option of an open list, or the only one that has the typed words. Mantine chooses by an index that it keeps next to the highlight: after the list
 * has changed, the index belongs to another option or to none. It also resets the index shortly after the list opens.
 */
export function takeHighlighted(event: KeyboardEvent<HTMLInputElement>): void {
  const { currentTarget: field, nativeEvent } = event;
  if (event.key !== 'Enter' || nativeEvent.isComposing || nativeEvent.keyCode === composed || !('expanded' in field.dataset)) return;
  // Keeps the event from Mantine, which would choose by its index.
  event.stopPropagation();
  const option = highlightedIn(field) ?? onlyMatchOf(field);
  // Without a highlight, Enter in a field for searching still sends the form.
  if (option || field.readOnly) event.preventDefault();
  option?.click();
}

function highlightedIn(field: HTMLInputElement): HTMLElement | null {
  const option = document.getElementById(field.getAttribute('aria-activedescendant') ?? '');
  return option?.matches('[data-combobox-selected]') ? option : null;
}

function onlyMatchOf(field: HTMLInputElement): HTMLElement | null {
  if (field.readOnly || field.value === '') return null;
  const list = document.getElementById(field.getAttribute('aria-controls') ?? '');
  const [first, second] = list?.querySelectorAll<HTMLElement>('[data-combobox-option]:not([data-combobox-disabled])') ?? [];
  return first && !second ? first : null;
}
