/**
 * Colours of the application, in addition to Mantine's own, and of the documentation. Both themes have the same names. In both themes, text
 * has a contrast of 4.5:1 on every background it is used on, and borders of controls have 3:1.
 */
export const light = {
  page: 'oklch(99.5% 0.001 195)',
  side: 'oklch(97.2% 0.004 195)',
  raised: '#fff',
  onFill: '#fff',
  text: 'oklch(25% 0.012 195)',
  dim: 'oklch(48.5% 0.014 195)',
  line: 'oklch(91% 0.006 195)',
  control: 'oklch(62.5% 0.012 195)',
  hover: 'oklch(95.8% 0.006 195)',
  selected: 'oklch(94% 0.02 195)',
  accentText: 'oklch(49% 0.10 195)',
  accentGround: 'oklch(95% 0.025 195)',
  red: 'oklch(51% 0.19 27)',
  redGround: 'oklch(96% 0.02 27)',
  green: 'oklch(49% 0.12 150)',
  amber: 'oklch(51% 0.11 70)',
  shadow: '0 1px 2px oklch(25% 0.012 195 / 0.06), 0 8px 24px oklch(25% 0.012 195 / 0.12)',
};

export const dark: typeof light = {
  page: 'oklch(20% 0.008 195)',
  side: 'oklch(17.5% 0.008 195)',
  raised: 'oklch(23.5% 0.010 195)',
  onFill: 'oklch(17.5% 0.008 195)',
  text: 'oklch(93% 0.006 195)',
  dim: 'oklch(71% 0.012 195)',
  line: 'oklch(29% 0.010 195)',
  control: 'oklch(55% 0.012 195)',
  hover: 'oklch(23.5% 0.010 195)',
  selected: 'oklch(27% 0.025 195)',
  accentText: 'oklch(78% 0.10 195)',
  accentGround: 'oklch(27% 0.035 195)',
  red: 'oklch(74% 0.14 25)',
  redGround: 'oklch(27% 0.05 25)',
  green: 'oklch(77% 0.13 150)',
  amber: 'oklch(80% 0.12 80)',
  shadow: '0 1px 2px rgb(0 0 0 / 0.4), 0 8px 24px rgb(0 0 0 / 0.5)',
};

/** Converts colours to CSS variables with the prefix `--gh-`. */
export function ownVariables(tokens: typeof light): Record<string, string> {
  const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return Object.fromEntries(Object.entries(tokens).map(([name, value]) => [`--gh-${kebab(name)}`, value]));
}
