import type { Worker } from 'node:worker_threads';
import type { GatewayError } from '@gatehouse/core';
import { afterEach, describe, expect, it } from 'vitest';
import { type ArgumentCheckerOptions, createArgumentChecker } from './argument-checker.ts';

type Schema = Record<string, unknown>;

let opened: ReturnType<typeof createArgumentChecker>[] = [];
afterEach(async () => {
  await Promise.all(opened.map((checker) => checker.close()));
  opened = [];
});

/** A checker whose thread has all the time it needs, on any machine. */
function openChecker(options: ArgumentCheckerOptions = {}) {
  const checker = createArgumentChecker({
    compileInTime: (compile) => compile(),
    checkMs: 60_000,
    compileMs: 60_000,
    waitMs: 60_000,
    jobMs: 110_000,
    ...options,
  });
  opened.push(checker);
  const { signal } = new AbortController();
  const faultsApart = (inputSchema: Schema, given: Schema, { caller = 'key_1', hash = JSON.stringify(inputSchema).slice(0, 300) } = {}) =>
    checker.validateApart({ definitionHash: hash, inputSchema }, given, { caller, signal }).then(
      (faults) => faults.map(({ path, message }) => `${path} ${message}`),
      ({ code, reason, status, message }: GatewayError) => ({ code, reason, status, message }),
    );
  return { ...checker, faultsApart };
}

const ofPattern = (pattern: string) => ({ type: 'object', properties: { text: { type: 'string', pattern } } });
const node = { properties: { end: false }, anyOf: Array.from({ length: 2 }, () => ({ properties: { next: { $ref: '#/$defs/node' } } })) };
const doubling = { type: 'object', properties: { tree: { $ref: '#/$defs/node' } }, $defs: { node } };
const nested = (depth: number): Schema => (depth === 0 ? { end: 1 } : { next: nested(depth - 1) });
const endless = { tree: nested(60) };
const tooLong = { code: 'invalid_request', reason: 'invalid_service_arguments', status: 400 };
const noPlace = { code: 'internal_error', reason: 'overloaded', status: 503 };

describe('on the event loop', () => {
  it('checks small arguments, even against a pattern or a list that ajv alone would check slowly', () => {
    const { validate } = openChecker();
    const inputSchema = {
      type: 'object',
      properties: { mail: { type: 'string', pattern: '^[^@\\s]+@[^@\\s]+\\.[^@\\s]+$' }, list: { type: 'array', uniqueItems: true } },
    };
    const given = { mail: 'ada@example.com', list: Array.from({ length: 200 }, (_, index) => ({ index })) };
    expect(validate({ definitionHash: 'a', inputSchema }, given)).toEqual([]);
    expect(validate({ definitionHash: 'a', inputSchema }, { ...given, mail: 'ada' })).toHaveLength(1);
  });

  it('leaves to threads checks that could take long, and schemas that take long to compile', () => {
    const { validate } = openChecker();
    expect(validate({ definitionHash: 'a', inputSchema: ofPattern('^(a+)+$') }, { text: 'a'.repeat(50) })).toBeUndefined();
    expect(validate({ definitionHash: 'b', inputSchema: doubling }, endless)).toBeUndefined();
    const large = {
      type: 'object',
      properties: Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`p${index}`, { type: 'string' }])),
    };
    expect(validate({ definitionHash: 'c', inputSchema: large }, {})).toBeUndefined();
  });

  it('leaves a schema to threads until there is time to compile it', () => {
    let hasTime = false;
    const { validate } = openChecker({ compileInTime: (compile) => (hasTime ? compile() : undefined) });
    const tool = { definitionHash: 'a', inputSchema: { type: 'object', properties: { count: { type: 'integer' } } } };
    expect(validate(tool, { count: 1 })).toBeUndefined();
    hasTime = true;
    expect(validate(tool, { count: 1 })).toEqual([]);
    hasTime = false;
    expect(validate(tool, { count: 2 })).toEqual([]);
    // The check that reports every fault is compiled when it is first needed.
    expect(validate(tool, { count: 'x' })).toBeUndefined();
    hasTime = true;
    expect(validate(tool, { count: 'x' })).toHaveLength(1);
    hasTime = false;
    expect(validate(tool, { count: 'y' })).toHaveLength(1);
  });

  it('reports a schema that nests too deeply', () => {
    const { validate } = openChecker();
    let inner: Schema = {};
    for (let depth = 0; depth < 100_000; depth++) inner = { not: inner };
    expect(validate({ definitionHash: 'a', inputSchema: { type: 'object', not: inner } }, {})).toEqual([
      { path: '', message: expect.stringContaining('unusable') },
    ]);
  });
});

describe('on a thread', () => {
  it('finds the same faults as on the event loop, all of them', async () => {
    const { faultsApart } = openChecker();
    const schema = { type: 'object', properties: { a: { type: 'string' }, b: { type: 'integer' } }, required: ['a'] };
    expect(await faultsApart(schema, { b: 'x', c: 1 })).toEqual(['/a is required', '/c is unknown', '/b must be integer']);
    expect(await faultsApart(schema, { a: 'x' })).toEqual([]);
  });

  it('compiles a large schema and reports every fault', async () => {
    const { faultsApart } = openChecker();
    const properties = Object.fromEntries(
      Array.from({ length: 300 }, (_, index) => [`property_${index}`, { type: 'string', maxLength: 100, description: 'x'.repeat(60) }]),
    );
    expect(await faultsApart({ type: 'object', properties }, { property_299: 1, property_1: 2 })).toEqual([
      '/property_1 must be string',
      '/property_299 must be string',
    ]);
    expect(await faultsApart({ type: 'object', properties }, { property_299: 'x' })).toEqual([]);
  });

  it('leaves invalid keywords of a schema to the service', async () => {
    const schema = { type: 'object', properties: { a: { type: 'nothing' }, b: { type: 'string' } }, required: null };
    expect(await openChecker().faultsApart(schema, { a: 1, b: 2 })).toEqual(['/b must be string']);
  });

  it('refuses arguments that take too long, and keeps the thread for the next ones', async () => {
    const { faultsApart } = openChecker({ checkMs: 50 });
    const refused = { ...tooLong, message: expect.stringContaining('longer than 50 ms to check') };
    expect(await faultsApart(doubling, endless)).toEqual(refused);
    // A look-ahead is nothing for a linear engine: it has the time that everything has.
    expect(await faultsApart(ofPattern('^(?=(a+)+$)a'), { text: `${'a'.repeat(60)}!` })).toEqual(refused);
    expect(await faultsApart(ofPattern('^(?=(a+)+$)a'), { text: 'a' })).toEqual([]);
  });

  it('refuses arguments that take too much memory', async () => {
    const { faultsApart } = openChecker();
    const branches = { anyOf: Array.from({ length: 400 }, () => ({ items: { type: 'integer' } })) };
    const schema = { type: 'object', properties: { list: branches } };
    const list = Array.from({ length: 15_000 }, () => 'x');
    expect(await faultsApart(schema, { list })).toEqual({ ...tooLong, message: expect.stringContaining('too much memory') });
    expect(await faultsApart({ type: 'object' }, {})).toEqual([]);
  });
});

describe('the threads for checks', () => {
  it('compile a schema that takes too long only once, and report it as unusable afterwards', async () => {
    const threads = watchThreads();
    const { faultsApart } = openChecker({ compileMs: 200 });
    const branches = Array.from({ length: 4000 }, (_, index) => ({ properties: { [`p${index}`]: {} } }));
    const schema = { type: 'object', allOf: branches, unevaluatedProperties: false };
    const useless = [expect.stringContaining('unusable: it takes too long to compile')];
    // Two were ended, and two stand ready in their place.
    for (const caller of ['a', 'b', 'c']) {
      expect(await faultsApart(schema, {}, { caller })).toEqual(useless);
      await expect.poll(() => [threads.all, threads.running]).toEqual([4, 2]);
    }
    threads.stop();
  });

  it('end with a check that cannot be interrupted, and are replaced for the next', async () => {
    const threads = watchThreads();
    const { faultsApart } = openChecker({ checkMs: 20 });
    const given = { text: `${'a'.repeat(60)}!` };
    for (let call = 0; call < 3; call++) expect(await faultsApart(ofPattern('^(?=(a+)+$)a'), given)).toMatchObject(tooLong);
    // One thread for quick checks, one for first calls of callers and one for other calls, plus a replacement for each ended thread.
    await expect.poll(() => [threads.all, threads.running]).toEqual([6, 3]);
    threads.stop();
  });

  it('do not end with a check that counts its steps', async () => {
    const threads = watchThreads();
    const { faultsApart } = openChecker({ checkMs: 20 });
    for (let call = 0; call < 3; call++) expect(await faultsApart(doubling, endless)).toMatchObject(tooLong);
    expect([threads.all, threads.running]).toEqual([3, 3]);
    threads.stop();
  });
});

/** Counts the threads that this process starts from now on, and those of them that run. */
function watchThreads() {
  const threads = { all: 0, running: 0, stop: () => void process.off('worker', onWorker) };
  const onWorker = (worker: Worker) => {
    threads.all += 1;
    threads.running += 1;
    worker.once('exit', () => void (threads.running -= 1));
  };
  process.on('worker', onWorker);
  return threads;
}

describe('the places for checks', () => {
  it('are one per caller: later calls of that caller wait, and are refused if that takes too long', async () => {
    const { faultsApart } = openChecker({ checkMs: 500, waitMs: 100 });
    const ends: string[] = [];
    const hostile = Array.from({ length: 5 }, async () => {
      const answer = await faultsApart(doubling, endless, { caller: 'hostile' });
      ends.push('status' in answer ? String(answer.status) : 'checked');
      return answer;
    });
    const refused = await Promise.all(hostile);
    expect(ends).toEqual(['503', '503', '503', '503', '400']);
    expect(refused).toEqual([
      { ...tooLong, message: expect.any(String) },
      ...Array.from({ length: 4 }, () => ({ ...noPlace, message: expect.stringContaining('try again') })),
    ]);
  });

  it('are freed when a caller disconnects', async () => {
    const checker = openChecker();
    const gone = new AbortController();
    const busy = checker.faultsApart(ofPattern('^(?=(a+)+$)a'), { text: `${'a'.repeat(22)}!` }, { caller: 'a' });
    const waiting = checker.validateApart({ definitionHash: 'x', inputSchema: {} }, {}, { caller: 'b', signal: gone.signal });
    gone.abort(new Error('went away'));
    await expect(waiting).rejects.toThrow('went away');
    expect(await busy).toHaveLength(1);
  });
});
