import { describe, expect, it } from 'vitest';
import { type KeyLimits, staysWithin } from './key-limits.ts';

const none: KeyLimits = { tools: null, serviceTools: null, connections: null };
const limits = (change: Partial<KeyLimits>): KeyLimits => ({ ...none, ...change });
const folder = (folderId: string, access: 'read' | 'write') => ({ folderId, access });

/** Limits that let a key do less, and limits that let it do more. */
const pairs: [string, KeyLimits | null, KeyLimits | null][] = [
  ['some tools', limits({ tools: ['search'] }), null],
  ['fewer tools', limits({ tools: ['search'] }), limits({ tools: ['search', 'read_doc'] })],
  ['one tool of a service', limits({ tools: [], serviceTools: ['a__b'] }), limits({ tools: [], serviceTools: ['a__b', 'a__c'] })],
  [
    'one tool of a service, of all',
    limits({ tools: ['search'], serviceTools: ['a__b'] }),
    limits({ tools: ['search', ...gates()], serviceTools: null }),
  ],
  ['no service', limits({ tools: ['search'] }), limits({ tools: ['search'], serviceTools: ['a__b'] })],
  ['no connection', limits({ connections: [] }), limits({ connections: ['conn_1'] })],
  ['some connections', limits({ connections: ['conn_1'] }), null],
  ['some folders', limits({ folders: [folder('f', 'write')] }), limits({ folders: null })],
  ['fewer folders', limits({ folders: [folder('f', 'read')] }), limits({ folders: [folder('f', 'read'), folder('g', 'read')] })],
  ['a folder to read', limits({ folders: [folder('f', 'read')] }), limits({ folders: [folder('f', 'write')] })],
];

function gates(): string[] {
  return ['list_connected_services', 'list_service_tools', 'execute_service_tool', 'execute_service_read_tool'];
}

describe('limits of a key', () => {
  it.each(pairs)('%s let it do less, and never the other way around', (_what, less, more) => {
    expect([staysWithin(less, more), staysWithin(more, less)]).toEqual([true, false]);
    expect([staysWithin(less, less), staysWithin(more, more)]).toEqual([true, true]);
  });

  it('allow less if they name a folder below the other folder', () => {
    const [inner, outer] = [limits({ folders: [folder('in', 'write')] }), limits({ folders: [folder('out', 'write')] })];
    const paths = new Map([['in', ['out', 'in']]]);
    expect([staysWithin(inner, outer, paths), staysWithin(outer, inner, paths)]).toEqual([true, false]);
    const toRead = limits({ folders: [folder('out', 'read')] });
    expect(staysWithin(inner, toRead, paths)).toBe(false);
  });

  it('are not within each other if each allows something that the other does not', () => {
    const [one, other] = [limits({ tools: ['search'], connections: null }), limits({ tools: null, connections: [] })];
    expect([staysWithin(one, other), staysWithin(other, one)]).toEqual([false, false]);
  });

  it('are the same with null and with limits that name nothing', () => {
    expect([staysWithin(none, null), staysWithin(null, none)]).toEqual([true, true]);
  });
});
