import { expect, it } from 'vitest';
import { createRedactor } from '../kernel/redact.ts';
import type { Answer } from '../net/answer.ts';
import { createAuthorizer, fetchAuthorized } from './access.ts';

it.each([
  ['', 'key=s%26cret%201'],
  ['?a=b%20c&d=x,y&e%5B%5D=1', 'a=b%20c&d=x,y&e%5B%5D=1&key=s%26cret%201'],
  ['?key=of-a-caller&a=1&KEY=other', 'a=1&KEY=other&key=s%26cret%201'],
  ['?k%65y=of-a-caller', 'key=s%26cret%201'],
])('puts a key into the query %j, in place of one from the caller, and leaves the rest as written', async (search, expected) => {
  const credentials = { secrets: new Map([['value', 's&cret 1']]), redactor: createRedactor([]) };
  const noFetch = async () => Promise.reject(new Error('no token is fetched'));
  const url = new URL(`https://api.example.test/x${search}`);
  await createAuthorizer({ type: 'api-key', in: 'query', name: 'key' }, credentials, noFetch).apply(url, new Headers());
  expect(url.search).toBe(`?${expected}`);
});

it.each([
  [1, [false, true]],
  [2, [true, false, true]],
  [3, [true, true, true, true]],
])('sends a request %i times if, after each refusal, another token may exist: %j', async (times, others) => {
  let sent = 0;
  const fetch = async () => {
    if (++sent > others.length) throw new Error('it was sent too often');
    return { status: 401 } as Answer;
  };
  const authorizer = { apply: async () => {}, refused: async () => others[sent - 1] ?? false };
  await fetchAuthorized(fetch, authorizer, new URL('https://api.example.test/x'), { headers: new Headers() });
  expect(sent).toBe(times);
});
