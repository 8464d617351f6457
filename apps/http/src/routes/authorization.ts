import { GatewayError, type Settings } from '@gatehouse/core';
import { type AuthorizationHandler, type Bodies, createAddressReader, type TrustedProxies } from '@gatehouse/entrance';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context, Hono } from 'hono';
import { answerAndClose, errorAnswer, tooSlowAnswer, toResponse, unavailableAnswer } from '../answers.ts';
import type { EntranceEnv } from '../bindings.ts';
import { createCookies } from '../console/cookies.ts';

export interface AuthorizationRouteOptions {
  authorization: AuthorizationHandler;
  settings: Settings;
  bodies: Bodies;
  trustedProxies: TrustedProxies | undefined;
}

/** Maximum body, more than any honest client sends. */
const maxBodyBytes = 16 * 1024;

const paths = [
  '/oauth/*',
  // For SDKs older than RFC 9728, which expect both documents at the root.
  '/.well-known/oauth-authorization-server',
  '/.well-known/oauth-protected-resource',
  '/.well-known/oauth-authorization-server/oauth',
  '/.well-known/openid-configuration/oauth',
  '/.well-known/oauth-protected-resource/mcp',
];

/** Passes sign-in requests of clients to the authorization handler, with complete bodies. */
export function addAuthorizationRoutes(
  app: Hono<EntranceEnv>,
  { authorization, settings, bodies, trustedProxies }: AuthorizationRouteOptions,
): void {
  const cookies = createCookies(settings.consoleUrl);
  const addressOf = createAddressReader(trustedProxies);

  async function answer(c: Context<EntranceEnv>): Promise<Response> {
    const { incoming, outgoing, requestId } = c.env;
    const address = addressOf(incoming);
    const body = await bodies.read(incoming, { maxBytes: maxBodyBytes, key: `visitors ${address ?? ''}` });
    try {
      switch (body.outcome) {
        case 'whole':
          break;
        case 'too_large':
          answerAndClose(
            outgoing,
            errorAnswer(requestId, new GatewayError('invalid_request', `a request to this address can have at most ${maxBodyBytes} bytes`)),
          );
          return RESPONSE_ALREADY_SENT;
        case 'too_slow':
          return toResponse(tooSlowAnswer(requestId));
        case 'no_room':
          return toResponse(unavailableAnswer(requestId, 'too much data is arriving; try again in a second'));
        case 'aborted':
          return RESPONSE_ALREADY_SENT;
        default:
          return body satisfies never;
      }
      const { session } = cookies.read(incoming.headers.cookie);
      await authorization.handle({ incoming, outgoing, requestId, body: body.bytes, address, session });
      return RESPONSE_ALREADY_SENT;
    } finally {
      bodies.release(body);
    }
  }

  for (const path of paths) app.all(path, answer);
}
