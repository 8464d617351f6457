import { spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { makeDocx, paragraph } from '../testing/make-office.ts';
import { makePdf } from '../testing/make-pdf.ts';
import { type Extractor, type ExtractorOptions, openExtractor } from './open-extractor.ts';
import { type Child, childOptions, startChild } from './start-child.ts';

const opened: Extractor[] = [];
afterEach(async () => {
  for (const extractor of opened.splice(0)) await extractor.close();
});

/** An extractor, and the processes that it has started. */
function open(options: Partial<ExtractorOptions> = {}): { extractor: Extractor; started: Child[] } {
  const started: Child[] = [];
  const start = options.start ?? startChild;
  const extractor = openExtractor({
    refuse: () => new Error('too many'),
    ...options,
    start() {
      const child = start();
      started.push(child);
      return child;
    },
  });
  opened.push(extractor);
  return { extractor, started };
}

const docx = makeDocx(paragraph('Hello'));
const job = { source: 'docx' as const, sizeBytes: docx.length, bytes: [docx] };

/** A process that runs this program in place of the real one. */
function childThat(program: string): () => Child {
  return () => {
    const child = spawn(process.execPath, ['--eval', program], { stdio: ['pipe', 'ignore', 'pipe', 'pipe'] });
    const [input, , errors, replies] = child.stdio as unknown as [Writable, null, Readable, Readable];
    return { process: child, input, replies, errors };
  };
}

describe('the process that extracts text (D75)', () => {
  it('starts with the first file, ends when idle, and starts again for the next file', async () => {
    const { extractor, started } = open({ idleMs: 1 });
    expect(started).toEqual([]);
    expect(await extractor.extract(job, 'org_1')).toEqual({ state: 'ready', text: 'Hello\n' });
    await new Promise((resolve) => started[0]?.process.once('exit', resolve));
    expect(await extractor.extract(job, 'org_1')).toEqual({ state: 'ready', text: 'Hello\n' });
    expect(started).toHaveLength(2);
  });

  it('receives files in pieces, and reads one file at a time', async () => {
    const { extractor, started } = open();
    const pdf = makePdf([['One'], ['Two']]);
    const pieces = Array.from({ length: pdf.length }, (_, index) => pdf.subarray(index, index + 1));
    const read = await Promise.all([
      extractor.extract({ source: 'pdf', sizeBytes: pdf.length, bytes: pieces }, 'org_1'),
      extractor.extract(job, 'org_2'),
    ]);
    expect(read).toEqual([
      { state: 'ready', text: '## Page 1\n\nOne\n\n## Page 2\n\nTwo\n' },
      { state: 'ready', text: 'Hello\n' },
    ]);
    expect(started).toHaveLength(1);
  });

  it('is killed when a file takes too much processor time, and the next file gets a new one', async () => {
    const { extractor, started } = open({ start: childThat('for (;;);'), processorMs: 100 });
    expect(await extractor.extract(job, 'org_1')).toEqual({ state: 'failed', reason: 'too_slow' });
    expect(await extractor.extract(job, 'org_1')).toEqual({ state: 'failed', reason: 'too_slow' });
    expect(started).toHaveLength(2);
  });

  it('is killed when it takes too much memory outside of its heap', async () => {
    const grow = 'const kept = []; setInterval(() => kept.push(Buffer.alloc(8 * 1024 * 1024, 1)), 1)';
    const { extractor } = open({ start: childThat(grow), residentBytes: 200 * 1024 * 1024 });
    expect(await extractor.extract(job, 'org_1')).toEqual({ state: 'failed', reason: 'too_much_memory' });
  });

  it('reports too much memory when it runs out of heap', async () => {
    const start = () => {
      const child = spawn(process.execPath, ['--max-old-space-size=16', '--eval', 'const a = []; for (;;) a.push([a.length])'], {
        stdio: ['pipe', 'ignore', 'pipe', 'pipe'],
      });
      const [input, , errors, replies] = child.stdio as unknown as [Writable, null, Readable, Readable];
      return { process: child, input, replies, errors };
    };
    const { extractor } = open({ start });
    expect(await extractor.extract(job, 'org_1')).toEqual({ state: 'failed', reason: 'too_much_memory' });
  });

  it('causes an error, not a failure of the file, when it exits by itself', async () => {
    const { extractor } = open({ start: childThat('process.exit(3)') });
    await expect(extractor.extract(job, 'org_1')).rejects.toThrow('has ended (3)');
  });

  it('causes an error when it announces more than the text limit', async () => {
    const answer = `require('node:fs').writeSync(3, JSON.stringify({ state: 'ready', sizeBytes: 1e9 }) + '\\n'); setInterval(() => {}, 1000)`;
    const { extractor } = open({ start: childThat(answer) });
    await expect(extractor.extract(job, 'org_1')).rejects.toThrow('a message has 1000000000 bytes');
  });

  it('is replaced when reading the bytes of a file fails', async () => {
    const { extractor, started } = open();
    async function* bytes() {
      yield docx.subarray(0, 10);
      await wait(0);
      throw new Error('the file store does not answer');
    }
    await expect(extractor.extract({ ...job, bytes: bytes() }, 'org_1')).rejects.toThrow('the file store does not answer');
    expect(await extractor.extract(job, 'org_1')).toEqual({ state: 'ready', text: 'Hello\n' });
    expect(started).toHaveLength(2);
  });

  it('ends with the gateway', async () => {
    const { extractor, started } = open();
    await extractor.extract(job, 'org_1');
    await extractor.close();
    expect(started[0]?.process.signalCode).toBe('SIGKILL');
    await expect(extractor.extract(job, 'org_1')).rejects.toThrow('the gateway is stopping');
  });
});

describe('the process that extracts text, in its sandbox (D75)', () => {
  async function run(program: string): Promise<string> {
    const child = spawn(process.execPath, [...childOptions(), '--eval', program], { env: {}, stdio: ['ignore', 'pipe', 'ignore'] });
    let said = '';
    child.stdout.on('data', (piece) => (said += piece));
    await new Promise((resolve) => child.once('close', resolve));
    return said.trim();
  }

  it.each([
    ['file', "require('node:fs').readFileSync('/etc/hostname')"],
    ['folder', "require('node:fs').readdirSync('/')"],
    ['file to write', "require('node:fs').writeFileSync('/tmp/written-by-extraction', '')"],
    ['process', "require('node:child_process').execFileSync('/bin/true')"],
    ['thread', "new (require('node:worker_threads').Worker)('', { eval: true })"],
  ])('cannot open a %s of the machine', async (_what, program) => {
    expect(await run(`try { ${program}; console.log('opened') } catch (error) { console.log(error.code) }`)).toBe('ERR_ACCESS_DENIED');
  });

  it.each([
    ['socket', "require('node:net').connect(80, '127.0.0.1')"],
    ['server', "require('node:net').createServer().listen(0)"],
    ['datagram', "require('node:dgram').createSocket('udp4')"],
    ['name', "require('node:dns').lookup('localhost', () => {})"],
    ['address', "if (typeof fetch === 'undefined') throw new Error('nothing can be opened')"],
  ])('cannot open a %s of the network', async (_what, program) => {
    const closing = `import(${JSON.stringify(new URL('./disable-network.ts', import.meta.url).href)})`;
    const tried = `try { ${program}; console.log('opened') } catch (error) { console.log(error.message) }`;
    expect(await run(`${closing}.then(({ disableNetwork }) => { disableNetwork(); ${tried} })`)).toContain('nothing can be opened');
  });
});
