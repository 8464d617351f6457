/**
 * Mantine writes its variables into a style element by way of innerHTML, for which the page asks a policy. This one lets text through
 * that no parser could find an element in, and the scripts that were built with the page as workers, and nothing else.
 */
interface PolicyFactory {
  createPolicy(name: string, rules: Record<'createHTML' | 'createScriptURL', (text: string) => string | null>): unknown;
}

const { trustedTypes } = window as { trustedTypes?: PolicyFactory };

const assets = `${location.origin}/app/assets/`;

trustedTypes?.createPolicy('default', {
  createHTML: (text) => (text.includes('<') ? null : text),
  createScriptURL: (address) => (new URL(address, location.href).href.startsWith(assets) ? address : null),
});
