import { expect, it } from 'vitest';
import { knowsOnlySearch } from './knows-only-search.ts';

it.each([
  ['https://chatgpt.com/connector_platform_oauth_redirect', true],
  ['https://eu.chatgpt.com/callback', true],
  ['https://notchatgpt.com/callback', false],
  ['https://chatgpt.com.evil.test/callback', false],
  ['https://claude.ai/api/mcp/auth_callback', false],
  ['http://localhost:1234/callback', false],
  ['cursor://anysphere.cursor-mcp/oauth/callback', false],
])('tells whether the client of %s knows only search and fetch', (redirectUri, expected) => {
  expect(knowsOnlySearch(redirectUri)).toBe(expected);
});
