import { maxConnectionName } from '@gatehouse/domain';
import { expect, it } from 'vitest';
import { createRedactor } from './redact.ts';
import { serviceTitle } from './service-title.ts';

it.each([
  [undefined, undefined],
  ['', undefined],
  [' \n\u200b ', undefined],
  [' Weather\u0000 of\nthe\u202e world ', 'Weather of the world'],
  ['the key is secret-key', 'the key is [secret removed]'],
  [`${'x'.repeat(maxConnectionName - 1)}😀`, 'x'.repeat(maxConnectionName - 1)],
])('takes the title of a service as one line without secrets: %j', (said, title) => {
  expect(serviceTitle(said, createRedactor(['secret-key']))).toBe(title);
});
