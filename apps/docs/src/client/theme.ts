/** Name under which the console keeps the theme that the person chose there: `light`, `dark` or `auto`. */
const keptAs = 'mantine-color-scheme-value';

try {
  const theme = localStorage.getItem(keptAs);
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // The browser stores nothing, so the console has no chosen theme either.
}
