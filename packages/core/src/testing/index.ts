export { type Authenticator, createAuthenticator } from './fake-authenticator.ts';
