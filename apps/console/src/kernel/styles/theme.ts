import { type CSSVariablesResolver, createTheme, defaultVariantColorsResolver, type MantineColorsTuple } from '@mantine/core';
import { useId } from 'react';
import { dark as darkColours, light as lightColours, ownVariables } from '../../colours/index.ts';
import { takeHighlighted } from '../keyboard/take-highlighted.ts';

// Every colour, size and distance of the application. Components and style sheets use them through Mantine's variables or as `--gh-…`. The
// contrast of text is at least 4.5:1, and that of borders of controls 3:1, in both themes.

/** One accent, teal. Shade 7 is that of light pages, 4 that of dark ones. */
const accent: MantineColorsTuple = [
  'oklch(97% 0.015 195)',
  'oklch(94% 0.03 195)',
  'oklch(88% 0.06 195)',
  'oklch(82% 0.085 195)',
  'oklch(75% 0.10 195)',
  'oklch(68% 0.105 195)',
  'oklch(61% 0.11 195)',
  'oklch(54% 0.11 195)',
  'oklch(48% 0.10 195)',
  'oklch(32% 0.06 195)',
];

/** Color of destructive actions. */
const red: MantineColorsTuple = [
  'oklch(97% 0.015 27)',
  'oklch(94% 0.04 27)',
  'oklch(88% 0.08 27)',
  'oklch(80% 0.12 26)',
  'oklch(72% 0.15 25)',
  'oklch(66% 0.18 26)',
  'oklch(60% 0.20 27)',
  'oklch(53% 0.19 27)',
  'oklch(47% 0.18 27)',
  'oklch(33% 0.11 27)',
];

/** Greys with a trace of the accent. */
const gray: MantineColorsTuple = [
  'oklch(97.2% 0.004 195)',
  'oklch(95.5% 0.006 195)',
  'oklch(91% 0.006 195)',
  'oklch(85% 0.008 195)',
  'oklch(76% 0.010 195)',
  'oklch(63.5% 0.012 195)',
  'oklch(54% 0.014 195)',
  'oklch(45% 0.014 195)',
  'oklch(35% 0.012 195)',
  'oklch(25% 0.012 195)',
];

const dark: MantineColorsTuple = [
  'oklch(93% 0.006 195)',
  'oklch(82% 0.010 195)',
  'oklch(70% 0.012 195)',
  'oklch(52% 0.012 195)',
  'oklch(34% 0.012 195)',
  'oklch(26% 0.010 195)',
  'oklch(22.5% 0.010 195)',
  'oklch(20% 0.008 195)',
  'oklch(17.5% 0.008 195)',
  'oklch(14% 0.006 195)',
];

const inter = "'Inter Variable', system-ui, sans-serif";
const mono = "'JetBrains Mono Variable', ui-monospace, monospace";

// The list of a select scrolls by itself. A scrolling region around it would have to take the focus.
const ownList = { size: 'xs', withScrollArea: false, onKeyDownCapture: takeHighlighted } as const;
const scrollingOptions = { maxHeight: 220, overflowY: 'auto' } as const;

export const theme = createTheme({
  colors: { accent, red, gray, dark },
  primaryColor: 'accent',
  primaryShade: { light: 7, dark: 4 },
  // Fills are dark on light pages and light on dark ones, so the text on them changes with the theme.
  variantColorResolver: (input) => ({
    ...defaultVariantColorsResolver(input),
    ...(input.variant === 'filled' && { color: 'var(--gh-on-fill)' }),
    // Its words tell a button: the outlines of fields alone need to be seen.
    ...(input.variant === 'default' && { border: '1px solid var(--gh-line)' }),
  }),
  fontFamily: inter,
  fontFamilyMonospace: mono,
  fontSizes: { xs: '13px', sm: '13px', md: '14px', lg: '16px', xl: '20px' },
  lineHeights: { xs: '20px', sm: '20px', md: '22px', lg: '24px', xl: '28px' },
  spacing: { xs: '4px', sm: '8px', md: '12px', lg: '16px', xl: '24px' },
  defaultRadius: 6,
  radius: { xs: '4px', sm: '6px', md: '6px', lg: '6px', xl: '6px' },
  headings: {
    fontFamily: inter,
    fontWeight: '600',
    sizes: { h1: { fontSize: '20px', lineHeight: '28px' }, h2: { fontSize: '14px', lineHeight: '22px' } },
  },
  focusRing: 'auto',
  respectReducedMotion: true,
  cursorType: 'pointer',
  components: {
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray', size: 26 } },
    Button: { defaultProps: { size: 'xs', fw: 500 } },
    Checkbox: { defaultProps: { size: 'xs' } },
    // Renders the lists of selects at their place in the page, as menus.
    Combobox: { defaultProps: { shadow: 'md', transitionProps: { duration: 80 }, withinPortal: false } },
    ComboboxOptions: { defaultProps: useListId },
    // Renders menus at their place in the page and with entries only. Otherwise they lie outside of all landmarks.
    Menu: { defaultProps: { shadow: 'md', transitionProps: { duration: 80 }, withinPortal: false, withInitialFocusPlaceholder: false } },
    Modal: { defaultProps: { transitionProps: { duration: 100, transition: 'fade' }, overlayProps: { backgroundOpacity: 0.35 } } },
    PasswordInput: { defaultProps: { size: 'xs', withAsterisk: false } },
    Popover: { defaultProps: { shadow: 'md', transitionProps: { duration: 80 } } },
    Radio: { defaultProps: { size: 'xs' } },
    SegmentedControl: { defaultProps: { size: 'xs', transitionDuration: 100 } },
    MultiSelect: { defaultProps: ownList, styles: { options: scrollingOptions } },
    Select: {
      defaultProps: { ...ownList, allowDeselect: false },
      styles: { input: { textOverflow: 'ellipsis' }, options: scrollingOptions },
    },
    TextInput: { defaultProps: { size: 'xs', withAsterisk: false } },
    Tooltip: { defaultProps: { openDelay: 300, transitionProps: { duration: 80 } } },
  },
});

/**
 * Keeps the identifier that a field has for its list. Mantine's own changes once the list is shown, and the field names one that is gone.
 */
function useListId(): { id: string } {
  return { id: useId() };
}

function mantineVariables(): Record<string, string> {
  return {
    '--mantine-color-body': 'var(--gh-page)',
    '--mantine-color-text': 'var(--gh-text)',
    '--mantine-color-dimmed': 'var(--gh-dim)',
    '--mantine-color-placeholder': 'var(--gh-dim)',
    '--mantine-color-anchor': 'var(--gh-accent-text)',
    '--mantine-color-error': 'var(--gh-red)',
    '--mantine-color-default': 'var(--gh-raised)',
    '--mantine-color-default-hover': 'var(--gh-hover)',
    '--mantine-color-default-border': 'var(--gh-control)',
    '--mantine-color-default-color': 'var(--gh-text)',
    '--mantine-color-gray-light-hover': 'var(--gh-hover)',
    '--mantine-color-gray-light-color': 'var(--gh-dim)',
    '--mantine-color-accent-light': 'var(--gh-accent-ground)',
    '--mantine-color-accent-light-hover': 'var(--gh-selected)',
    '--mantine-color-accent-light-color': 'var(--gh-accent-text)',
    '--mantine-color-red-light': 'var(--gh-red-ground)',
    '--mantine-color-red-light-hover': 'var(--gh-red-ground)',
    '--mantine-color-red-light-color': 'var(--gh-red)',
    '--mantine-shadow-md': 'var(--gh-shadow)',
  };
}

export const resolveVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: { ...ownVariables(lightColours), ...mantineVariables() },
  dark: { ...ownVariables(darkColours), ...mantineVariables() },
});
