import { addCopyButtons } from './copy-code.ts';
import { openSearch } from './search.ts';
import { openTryIt } from './try-it.ts';

const field = document.querySelector<HTMLInputElement>('#search');
const results = document.querySelector<HTMLElement>('#results');
if (field && results) openSearch(field, results);
const tryIt = document.querySelector<HTMLElement>('#try-it');
if (tryIt) openTryIt(tryIt);
// Browsers provide the clipboard only to pages of this machine and over https.
if (navigator.clipboard) addCopyButtons();

// Scrolls long contents to the current page.
const contents = document.querySelector<HTMLElement>('#contents');
const current = contents?.querySelector<HTMLElement>('[aria-current]');
if (contents && current && current.offsetTop > contents.clientHeight) contents.scrollTop = current.offsetTop - contents.clientHeight / 2;
