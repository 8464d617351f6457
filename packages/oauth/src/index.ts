export { type AuthorizationServerOptions, createAuthorizationServer } from './authorization-server.ts';
