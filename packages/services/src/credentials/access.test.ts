import { expect, it } from 'vitest';
import { createRedactor } from '../kernel/redact.ts';
import { createAuthorizer } from './access.ts';

it.each([
  ['', 'key=s%26cret%201'],
  ['?a=b%20c&d=x,y&e%5B%5D=1', 'a=b%20c&d=x,y&e%5B%5D=1&key=s%26cret%201'],
  ['?key=of-a-caller&a=1&KEY=other', 'a=1&KEY=other&key=s%26cret%201'],
  ['?k%65y=of-a-caller', 'key=s%26cret%201'],
])('puts a key into the query %j and leaves the rest as written', async (search, expected) => {
  const credentials = { secrets: new Map([['value', 's&cret 1']]), redactor: createRedactor([]) };
  const noFetch = async () => Promise.reject(new Error('no token is fetched'));
  const url = new URL(`https://api.example.test/x${search}`);
  await createAuthorizer({ type: 'api-key', in: 'query', name: 'key' }, credentials, noFetch).apply(url, new Headers());
  expect(url.search).toBe(`?${expected}`);
});
