import { PassThrough } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { type BodySource, createBodies, type ReceivedBody } from './bodies.ts';

const mebibyte = 1024 * 1024;

/** A body that a test writes bit by bit. */
function createBody(headers: BodySource['headers'] = { 'transfer-encoding': 'chunked' }): BodySource & PassThrough {
  return Object.assign(new PassThrough({ highWaterMark: 64 * mebibyte }), { headers, complete: false });
}

const lengthOf = (bytes: number) => ({ 'content-length': `${bytes}` });

/** Resolves with what came of it, or with undefined while it is being read. */
async function outcomeOf(reading: Promise<ReceivedBody>): Promise<ReceivedBody['outcome'] | undefined> {
  await nextTurn();
  return await Promise.race([reading.then(({ outcome }) => outcome), nextTurn()]).then((outcome) => outcome ?? undefined);
}

describe('reading a body', () => {
  it('returns all of its bytes, with or without a declared length', async () => {
    const bodies = createBodies();
    for (const headers of [lengthOf(6), { 'transfer-encoding': 'chunked' }]) {
      const body = createBody(headers);
      const reading = bodies.read(body, { maxBytes: 6, key: 'k' });
      for (const part of ['ab', 'c', 'def']) body.write(part);
      body.end();
      expect(await reading).toMatchObject({ outcome: 'whole', bytes: Buffer.from('abcdef') });
    }
  });

  it('takes bytes that arrived with the head immediately, and charges them to no key', async () => {
    const bodies = createBodies({ memoryBytes: 10 });
    const body = createBody(lengthOf(6));
    body.write('abcdef');
    const received = await bodies.read(body, { maxBytes: 6, key: 'k' });
    expect(received).toEqual({ outcome: 'whole', bytes: Buffer.from('abcdef'), key: undefined, held: 6 });
    expect([bodies.heldBytes, bodies.underWay]).toEqual([6, 0]);
    bodies.release(received);
    bodies.release(received);
    expect(bodies.heldBytes).toBe(0);
  });

  it('ends immediately if there is no body', async () => {
    const bodies = createBodies();
    const body = createBody({});
    expect(await bodies.read(body, { maxBytes: 6, key: undefined })).toMatchObject({ outcome: 'whole', bytes: Buffer.alloc(0) });
  });

  it('refuses a declared length above the limit, and more bytes than the limit', async () => {
    const bodies = createBodies();
    expect(await bodies.read(createBody(lengthOf(7)), { maxBytes: 6, key: 'k' })).toEqual({ outcome: 'too_large', size: 7 });
    const body = createBody();
    const reading = bodies.read(body, { maxBytes: 6, key: 'k' });
    body.write('abcdefg');
    expect(await reading).toEqual({ outcome: 'too_large', size: 7 });
    expect([bodies.heldBytes, bodies.underWay]).toEqual([0, 0]);
  });

  it('reports a body that broke off, before or during the read', async () => {
    const bodies = createBodies();
    const [gone, going] = [createBody(), createBody()];
    gone.destroy();
    expect((await bodies.read(gone, { maxBytes: 6, key: 'k' })).outcome).toBe('aborted');
    const reading = bodies.read(going, { maxBytes: 6, key: 'k' });
    going.write('ab');
    going.destroy();
    expect((await reading).outcome).toBe('aborted');
    expect([bodies.heldBytes, bodies.underWay]).toEqual([0, 0]);
  });
});

describe('the memory of all bodies', () => {
  it('is charged as bytes arrive, not by the declared length', async () => {
    const bodies = createBodies({ memoryBytes: 100 * mebibyte });
    const declared = Array.from({ length: 20 }, () => createBody(lengthOf(25 * mebibyte)));
    const readings = declared.map((body) => bodies.read(body, { maxBytes: 36 * mebibyte, key: 'k' }));
    for (const body of declared) body.write(Buffer.alloc(1000));
    for (const reading of readings) expect(await outcomeOf(reading)).toBeUndefined();
    expect(bodies.heldBytes).toBe(20 * 4096);
    for (const body of declared) body.destroy();
    await Promise.all(readings);
  });

  it('is close to the size of a body that arrives byte by byte', async () => {
    const bodies = createBodies();
    const body = createBody();
    const before = heldMemory();
    const reading = bodies.read(body, { maxBytes: 36 * mebibyte, key: 'k' });
    const sent = 300_000;
    for (let count = 0; count < sent; count++) {
      body.write(Buffer.from('x'));
      if (count % 1000 === 0) await nextTurn();
    }
    await nextTurn();
    expect(bodies.heldBytes).toBeLessThanOrEqual(2 * sent);
    // Kept as they come, they would take 150 MB.
    expect(heldMemory() - before).toBeLessThan(20 * mebibyte);
    body.end();
    expect(await reading).toMatchObject({ outcome: 'whole' });
  });

  it('is limited to a quarter for one key, in bytes', async () => {
    const bodies = createBodies({ memoryBytes: 4 * mebibyte });
    const [large, more, others] = [createBody(), createBody(), createBody()];
    const options = { maxBytes: 4 * mebibyte, key: 'greedy' };
    const reading = bodies.read(large, options);
    large.write(Buffer.alloc(mebibyte));
    expect(await outcomeOf(reading)).toBeUndefined();
    const refused = bodies.read(more, options);
    more.write('x');
    expect((await refused).outcome).toBe('no_room');
    const served = bodies.read(others, { ...options, key: 'other' });
    others.end(Buffer.alloc(mebibyte));
    expect((await served).outcome).toBe('whole');
    large.destroy();
    expect((await reading).outcome).toBe('aborted');
    expect(bodies.heldBytes).toBe(mebibyte);
  });

  it('is limited to a quarter for one key, in bodies under way', async () => {
    const bodies = createBodies({ underWay: 8 });
    const open = (key: string) => ({ body: createBody(), key });
    const read = ({ body, key }: ReturnType<typeof open>) => outcomeOf(bodies.read(body, { maxBytes: 10, key }));
    const opened = ['a', 'a', 'a', 'b', 'b', 'b', 'c', 'd', 'c', 'd', 'e'].map(open);
    const refused = 'no_room';
    expect(await Promise.all(opened.map(read))).toEqual([
      ...[undefined, undefined, refused],
      ...[undefined, undefined, refused],
      ...[undefined, undefined, undefined, undefined, refused],
    ]);
    for (const { body } of opened) body.destroy();
    await nextTurn();
    expect(bodies.underWay).toBe(0);
  });
});

/** Bytes that are still referenced, without garbage. */
function heldMemory(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
