/** What the page lets styles in by that are made while it is open. */
export const pageNonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? '';
