import { addCopyButtons } from './copy-code.ts';
import { openSearch } from './search.ts';

const field = document.querySelector<HTMLInputElement>('#search');
const results = document.querySelector<HTMLElement>('#results');
if (field && results) openSearch(field, results);
// Browsers give the clipboard to pages of this machine and of https only.
if (navigator.clipboard) addCopyButtons();
