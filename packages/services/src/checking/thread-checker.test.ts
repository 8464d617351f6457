import { afterEach, describe, expect, it } from 'vitest';
import type { CheckReply } from './check-messages.ts';
import { steps } from './steps.ts';
import { createThreadChecker, type ThreadCheckerOptions } from './thread-checker.ts';

type Schema = Record<string, unknown>;

afterEach(() => steps.allow(Number.POSITIVE_INFINITY));

/** Opens a checker whose clock advances by a millisecond each time it is read. */
function openChecker(options: Partial<ThreadCheckerOptions> = {}) {
  const told: CheckReply[] = [];
  let used = 0;
  const answer = createThreadChecker({
    checkMs: 10,
    maxSteps: undefined,
    tell: (reply) => void told.push(reply),
    usedMs: () => used++,
    ...options,
  });
  const ask = (hash: string, given: unknown, schema?: Schema) =>
    answer({ hash, given: JSON.stringify(given), schema: schema && JSON.stringify(schema) });
  const states = () => told.splice(0).map(({ state }) => state);
  return { ask, told, states, looks: () => used };
}

const schema = { type: 'object', properties: { count: { type: 'integer' }, name: { type: 'string' } } };
const node = { properties: { end: false }, anyOf: Array.from({ length: 2 }, () => ({ properties: { next: { $ref: '#/$defs/node' } } })) };
const doubling = { ...node, $defs: { node } };
const nested = (depth: number): Schema => (depth === 0 ? { end: 1 } : { next: nested(depth - 1) });
const large = (letter: string) => ({ type: 'object', description: letter.repeat(100_000) });

describe('a request', () => {
  it('requests an unknown schema, and reports the start of each phase', () => {
    const { ask, told, states } = openChecker();
    expect(ask('a', { count: 1 })).toEqual({ state: 'wanted' });
    expect(told).toEqual([]);
    expect(ask('a', { count: 1 }, schema)).toEqual({ state: 'checked', faults: [] });
    expect(told.splice(0)).toEqual([
      { state: 'compiling', usedMs: 0 },
      { state: 'checking', usedMs: 1 },
      { state: 'checking', usedMs: 2 },
    ]);
    expect(ask('a', { name: 'x' })).toEqual({ state: 'checked', faults: [] });
    expect(states()).toEqual(['checking']);
  });

  it('gets every fault, with a check compiled once and separately', () => {
    const { ask, states } = openChecker();
    ask('a', {}, schema);
    states();
    const faults = [
      { path: '/other', message: 'is unknown' },
      { path: '/count', message: 'must be integer' },
    ];
    expect(ask('a', { count: 'x', other: 1 })).toEqual({ state: 'checked', faults });
    expect(states()).toEqual(['checking', 'compiling', 'checking']);
    expect(ask('a', { count: 'x', other: 1 })).toEqual({ state: 'checked', faults });
    expect(states()).toEqual(['checking']);
  });

  it('reports a schema that is nested too deeply', () => {
    const { ask, states } = openChecker();
    let deep: Schema = {};
    for (let depth = 0; depth < 3000; depth++) deep = { not: deep };
    states();
    expect(ask('b', {}, deep)).toEqual({ state: 'unusable', why: 'it is nested too deeply' });
    expect(states()).toEqual(['compiling', 'checking']);
  });

  it('gets a fault if it uses up the stack, and the next request with the same schema can succeed', () => {
    const { ask } = openChecker({ checkMs: Number.POSITIVE_INFINITY });
    const endless = { properties: { a: { $ref: '#/$defs/a' } }, $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } } };
    expect(ask('a', { a: 1 }, endless)).toEqual({
      state: 'checked',
      faults: [{ path: '', message: expect.stringContaining('refers to itself endlessly') }],
    });
    expect(ask('a', {})).toEqual({ state: 'checked', faults: [] });
  });
});

describe('a check', () => {
  it('ends after its time, which it checks periodically', () => {
    const { ask, looks } = openChecker({ checkMs: 10 });
    ask('a', {}, doubling);
    const before = looks();
    expect(ask('a', nested(40))).toEqual({ state: 'ended', why: 'time' });
    // One look at the beginning, and ten for as many milliseconds.
    expect(looks() - before).toBe(11);
    expect(ask('a', nested(2))).toMatchObject({ state: 'checked' });
  });

  it('has its own time', () => {
    const { ask } = openChecker({ checkMs: 2 });
    ask('a', {}, doubling);
    for (let call = 0; call < 5; call++) expect(ask('a', nested(4))).toMatchObject({ state: 'checked' });
  });

  it('ends when its steps are used up, if they are counted', () => {
    const { ask, looks } = openChecker({ maxSteps: 1000, checkMs: 0 });
    expect(ask('a', nested(2), doubling)).toMatchObject({ state: 'checked' });
    const before = looks();
    expect(ask('a', nested(40))).toEqual({ state: 'ended', why: 'time' });
    expect(looks() - before).toBe(1);
  });

  it('ends immediately under a step limit if its steps cannot be counted, but runs under a time limit', () => {
    const toValue = { properties: { a: { const: { type: 'string' } }, b: { $ref: '#/properties/a/const' } } };
    const { ask } = openChecker({ maxSteps: 1000 });
    expect(ask('a', { b: 'x' }, toValue)).toEqual({ state: 'ended', why: 'time' });
    expect(openChecker().ask('a', { b: 'x' }, toValue)).toEqual({ state: 'checked', faults: [] });
    expect(openChecker().ask('a', { b: 1 }, toValue)).toMatchObject({ faults: [{ path: '/b', message: 'must be string' }] });
  });
});

it('keeps recently compiled checks, up to a limit', () => {
  const { ask } = openChecker();
  for (const hash of ['a', 'b']) ask(hash, {}, large(hash));
  expect([ask('a', {}), ask('b', {})].map(({ state }) => state)).toEqual(['checked', 'checked']);
  ask('c', {}, large('c'));
  expect(['a', 'b', 'c'].map((hash) => ask(hash, {}).state)).toEqual(['wanted', 'checked', 'checked']);
});
