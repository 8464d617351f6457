import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Settings } from '../../kernel/context/context.ts';

/**
 * Creates the token of a browser in which an account was signed in. Its attempts are counted separately, so that guesses from elsewhere
 * cannot lock it out (D41). The token gives no access.
 */
export function trustedDeviceToken(settings: Pick<Settings, 'secret'>, accountId: string): string {
  const body = `${accountId}.${randomBytes(16).toString('base64url')}`;
  return `${body}.${sign(settings, body).toString('base64url')}`;
}

/** Identifies the browser, if its token belongs to this account. */
export function findTrustedDevice(settings: Pick<Settings, 'secret'>, token: string | undefined, accountId: string): string | undefined {
  const [account, browser, signature, ...more] = token?.split('.') ?? [];
  if (account !== accountId || browser === undefined || signature === undefined || more.length > 0) return undefined;
  const given = Buffer.from(signature, 'base64url');
  const right = sign(settings, `${account}.${browser}`);
  return given.length === right.length && timingSafeEqual(given, right) ? browser : undefined;
}

function sign({ secret }: Pick<Settings, 'secret'>, body: string): Buffer {
  return createHmac('sha256', secret).update('gatehouse browser\0').update(body).digest();
}
