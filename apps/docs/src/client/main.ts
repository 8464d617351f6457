import { addCopyButtons } from './copy-code.ts';
import { openSearch } from './search.ts';
import { openTryIt } from './try-it.ts';

const field = document.querySelector<HTMLInputElement>('#search');
const results = document.querySelector<HTMLElement>('#results');
if (field && results) openSearch(field, results);
const tryIt = document.querySelector<HTMLElement>('#try-it');
if (tryIt) openTryIt(tryIt);
// Browsers give the clipboard to pages of this machine and of https only.
if (navigator.clipboard) addCopyButtons();

// Where the contents are long, the page that is read is in sight.
const contents = document.querySelector<HTMLElement>('#contents');
const current = contents?.querySelector<HTMLElement>('[aria-current]');
if (contents && current && current.offsetTop > contents.clientHeight) contents.scrollTop = current.offsetTop - contents.clientHeight / 2;
