const shownMs = 1500;

/** Adds a copy button to every block of code. */
export function addCopyButtons(): void {
  for (const block of document.querySelectorAll('div.code')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = 'Copy';
    button.addEventListener('click', () => void copy(block.querySelector('pre')?.textContent ?? '', button));
    block.append(button);
  }
}

async function copy(text: string, button: HTMLButtonElement): Promise<void> {
  await navigator.clipboard.writeText(text);
  button.textContent = 'Copied';
  setTimeout(() => (button.textContent = 'Copy'), shownMs);
}
