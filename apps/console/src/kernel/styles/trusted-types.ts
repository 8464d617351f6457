/**
 * Policy for Mantine, which writes its variables into a style element by innerHTML. It allows text in which no parser finds an element, and
 * the worker scripts that were built with the page.
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
