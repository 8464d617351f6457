const theme = 'data-mantine-color-scheme';

/** Prints in dark letters on white paper, whatever the theme is. */
export function printInLight(): void {
  const root = document.documentElement;
  let before: string | null = null;
  window.addEventListener('beforeprint', () => {
    before = root.getAttribute(theme);
    root.setAttribute(theme, 'light');
  });
  window.addEventListener('afterprint', () => {
    if (before !== null) root.setAttribute(theme, before);
  });
}
