import { expect, it } from 'vitest';
import { isHealthNews } from './health-news.ts';

const shown = [
  { connectionId: 'conn_well', status: 'active' },
  { connectionId: 'conn_held', status: 'held' },
  { connectionId: 'conn_down', status: 'unreachable' },
  { connectionId: 'conn_paused', status: 'paused' },
] as const;

it.each([
  ['conn_well', 'service_error', true],
  ['conn_held', 'service_error', true],
  ['conn_down', 'ok', true],
  ['conn_well', 'ok', false],
  ['conn_down', 'service_error', false],
  ['conn_paused', 'ok', false],
  ['conn_of_another', 'service_error', false],
  ['conn_well', 'invalid_request', false],
])('a call of %s that ended with %s is news: %s', (connectionId, outcome, isNews) => {
  expect(isHealthNews({ connectionId, serviceTool: 'create', outcome }, shown)).toBe(isNews);
  // Reading a connection is a call of it as well, and asking again after each would never end.
  expect(isHealthNews({ connectionId, serviceTool: null, outcome }, shown)).toBe(false);
});
