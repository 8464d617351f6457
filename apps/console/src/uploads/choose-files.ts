/** Asks the browser for files: the button is ours, so that it looks and is called as the others. */
export function chooseFiles(isMany: boolean, choose: (files: File[]) => void): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.multiple = isMany;
  input.addEventListener('change', () => choose([...(input.files ?? [])]));
  input.click();
}
