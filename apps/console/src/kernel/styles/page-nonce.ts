/** Nonce for styles that are added while the page is open. */
export const pageNonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? '';
