import { expect, it } from 'vitest';
import { codeInText, codeWords } from './code-words.ts';

it.each([
  ['rate_limited', 'Rate limited', 'rate limited'],
  ['ok', 'OK', 'OK'],
  ['mcp', 'MCP', 'MCP'],
])('names the code %s alone and within a sentence', (code, alone, within) => {
  expect([codeWords(code), codeInText(code)]).toEqual([alone, within]);
});
