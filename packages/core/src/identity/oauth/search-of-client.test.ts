import { expect, it } from 'vitest';
import { searchOfClient } from './search-of-client.ts';

it.each([
  ['https://chatgpt.com/connector_platform_oauth_redirect', 'best'],
  ['https://eu.chatgpt.com/callback', 'best'],
  ['https://notchatgpt.com/callback', 'phrase'],
  ['https://chatgpt.com.evil.test/callback', 'phrase'],
  ['https://claude.ai/api/mcp/auth_callback', 'phrase'],
  ['http://localhost:1234/callback', 'phrase'],
  ['cursor://anysphere.cursor-mcp/oauth/callback', 'phrase'],
])('gives the client of %s the search %s', (redirectUri, expected) => {
  expect(searchOfClient(redirectUri)).toBe(expected);
});
