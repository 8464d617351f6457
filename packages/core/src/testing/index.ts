export { type Authenticator, createAuthenticator } from './fake-authenticator.ts';
export { createFakeSignIn } from './fake-sign-in.ts';
export { maxListingBytes } from './listing-limit.ts';
