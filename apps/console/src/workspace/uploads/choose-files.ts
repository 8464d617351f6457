/** Asks the browser for one file, for several, or for all of a folder: the button is ours, so that it looks and is called as the others. */
export function chooseFiles(which: 'one' | 'several' | 'folder', choose: (files: File[]) => void): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.multiple = which !== 'one';
  input.webkitdirectory = which === 'folder';
  input.addEventListener('change', () => choose([...(input.files ?? [])]));
  input.click();
}
