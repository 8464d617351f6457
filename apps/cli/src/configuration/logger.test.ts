import { describe, expect, it } from 'vitest';
import type { LogLevel } from './configuration.ts';
import { createLogger } from './logger.ts';

function logAt(level: LogLevel): Record<string, unknown>[] {
  const lines: Record<string, unknown>[] = [];
  const logger = createLogger(level, (line) => lines.push(JSON.parse(line)));
  logger.debug('a');
  logger.info('b', { items: 3 });
  logger.error('c');
  logger.fault('d', new Error('hidden', { cause: new Error('root\nsecond line') }), { requestId: 'req_1' });
  return lines;
}

describe('createLogger', () => {
  it.each([
    ['silent', []],
    ['error', ['c', 'd']],
    ['info', ['b', 'c', 'd']],
    ['debug', ['a', 'b', 'c', 'd']],
  ] as const)('at level %s writes %j, one JSON object per line', (level, messages) => {
    expect(logAt(level).map(({ message }) => message)).toEqual(messages);
  });

  it('names the root cause of a fault, and shows its stack only at level debug', () => {
    expect(logAt('error').at(-1)).toEqual({
      time: expect.any(String),
      level: 'error',
      message: 'd',
      requestId: 'req_1',
      error: 'root\nsecond line',
    });
    expect(logAt('debug').at(-1)).toMatchObject({ stack: expect.stringContaining('logger.test.ts') });
  });
});
