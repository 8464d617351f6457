import { expect, it } from 'vitest';
import { clientHostOf } from './client-host.ts';

it.each([
  ['https://claude.ai/api/mcp/auth_callback', 'claude.ai'],
  ['https://CLAUDE.ai:8443/x', 'claude.ai'],
  ['http://127.0.0.1:5000/callback', 'localhost'],
  ['http://[::1]:5000/', 'localhost'],
  ['cursor://anysphere.cursor-mcp/oauth/callback', 'cursor:'],
])('a client that redirects to %s belongs to %s', (redirectUri, host) => {
  expect(clientHostOf(redirectUri)).toBe(host);
});
