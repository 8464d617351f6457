import { sayFailed } from './notices.ts';

/** Copies a text and resolves with true if it worked. If the browser forbids it, shows a notice. */
export async function copyToClipboard(text: string): Promise<boolean> {
  const isCopied = (await copyByClipboard(text)) || copyByCommand(text);
  if (!isCopied) sayFailed("This browser doesn't let pages copy. Select the text and copy it with the keyboard.");
  return isCopied;
}

/** Browsers have no clipboard on pages without https, and can refuse it. */
async function copyByClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** The older way also works without https. It takes the text from the event, so neither the focus nor the selection moves. */
function copyByCommand(text: string): boolean {
  let isCopied = false;
  const give = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
    event.stopImmediatePropagation();
    isCopied = event.clipboardData !== null;
  };
  document.addEventListener('copy', give, { capture: true, once: true });
  try {
    return document.execCommand('copy') && isCopied;
  } finally {
    document.removeEventListener('copy', give, { capture: true });
  }
}
