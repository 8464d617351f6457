/**
 * Mantine writes its variables into a style element by way of innerHTML, for which the page asks a policy. This one lets text through
 * that no parser could find an element in, and nothing else.
 */
interface PolicyFactory {
  createPolicy(name: string, rules: { createHTML(text: string): string | null }): unknown;
}

const { trustedTypes } = window as { trustedTypes?: PolicyFactory };

trustedTypes?.createPolicy('default', { createHTML: (text) => (text.includes('<') ? null : text) });
