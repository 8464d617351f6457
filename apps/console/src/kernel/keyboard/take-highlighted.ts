import type { KeyboardEvent } from 'react';

/** Key code of an Enter that ends a composition, in browsers that report the composition as over. */
const composed = 229;

/**
 * Makes Enter choose the highlighted option of an open list. Mantine chooses by an index that it keeps next to the highlight: after the list
 * has changed, the index belongs to another option or to none. It also resets the index shortly after the list opens.
 */
export function takeHighlighted(event: KeyboardEvent<HTMLInputElement>): void {
  const { currentTarget: field, nativeEvent } = event;
  if (event.key !== 'Enter' || nativeEvent.isComposing || nativeEvent.keyCode === composed || !('expanded' in field.dataset)) return;
  // Keeps the event from Mantine, which would choose by its index.
  event.stopPropagation();
  const option = highlightedIn(field);
  // Without a highlight, Enter in a field for searching still sends the form.
  if (option || field.readOnly) event.preventDefault();
  option?.click();
}

function highlightedIn(field: HTMLInputElement): HTMLElement | null {
  const option = document.getElementById(field.getAttribute('aria-activedescendant') ?? '');
  return option?.matches('[data-combobox-selected]') ? option : null;
}
