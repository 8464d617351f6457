import { describe, expect, it } from 'vitest';
import { affectedBy } from './affected.ts';
import type { LoggedCall } from './change-stream.ts';

const call = (change: Partial<LoggedCall>) => ({ outcome: 'ok', itemType: 'key', tool: 'create_key', ...change }) as LoggedCall;

describe('affectedBy', () => {
  it('names each answer once that good changes make old', () => {
    const calls = [call({}), call({}), call({ itemType: 'doc', tool: 'delete_doc' })];
    expect(affectedBy(calls)).toEqual(new Set(['list_agents', 'list_keys', 'list_trash']));
  });

  it('names nothing for reads, refusals and what is not shown', () => {
    const calls = [call({ tool: 'list_keys' }), call({ outcome: 'forbidden' }), call({ itemType: null }), call({ itemType: 'task' })];
    expect(affectedBy(calls)).toEqual(new Set());
  });

  it('names all of them for more calls than pages hold', () => {
    expect(affectedBy(Array.from({ length: 501 }, () => call({ tool: 'read_doc' })))).toBe('all');
  });
});
