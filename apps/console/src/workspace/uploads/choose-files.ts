/** Opens the browser's chooser for one file, several files or a folder. The page has its own button for a uniform look. */
export function chooseFiles(which: 'one' | 'several' | 'folder', choose: (files: File[]) => void): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.multiple = which !== 'one';
  input.webkitdirectory = which === 'folder';
  input.addEventListener('change', () => choose([...(input.files ?? [])]));
  input.click();
}
