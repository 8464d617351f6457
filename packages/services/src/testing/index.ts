export { type OAuthService, type OAuthServiceOptions, openOAuthService } from './oauth-service.ts';
