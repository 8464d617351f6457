export {
  type ArrivedRequest,
  type AuthorizationServer,
  type AuthorizationServerOptions,
  createAuthorizationServer,
} from './authorization-server.ts';
