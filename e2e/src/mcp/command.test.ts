import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Ended, program, runProgram } from '../cli/command.ts';
import { type McpWorld, openMcpWorld } from './mcp-world.ts';
import { legacyCall, modernRequest } from './raw.ts';
import { stdioCommand } from './stdio-command.ts';

let world: McpWorld;

beforeAll(async () => {
  world = await openMcpWorld();
  // A first run bundles the program.
  await runProgram(['--version']);
});

afterAll(async () => {
  expect(world.faults).toEqual([]);
  await world.close();
});

const ways = [
  ['on a data directory', () => world],
  ['as a bridge', () => ({ bridge: world.url })],
] as const;

describe.each(ways)('gatehouse mcp %s', (way, to) => {
  it.each([
    ['no key', async () => undefined, /^gatehouse mcp: no key: set GATEHOUSE_KEY to a key of [^\n]+\n$/],
    ['a key that is none', async () => 'gth_cut', /^gatehouse mcp: this is not a Gatehouse key[^\n]+\n$/],
    ['an unknown key', async () => unknownKey(), /^gatehouse mcp: this key is unknown[^\n]+\n$/],
    ['a revoked key', revokedKey, /^gatehouse mcp: this key was revoked[^\n]+\n$/],
  ])('with %s ends with 1 and one line on stderr', async (_key, keyOf, line) => {
    const ended = await run(to(), (await keyOf()) ?? '', frame(initialize));
    expect(ended).toEqual({ code: 1, stdout: '', stderr: expect.stringMatching(line) });
  });

  it('ends with 0 and prints nothing if its input ends in the middle of a message', async () => {
    const ended = await run(to(), world.readKey, frame(initialize).slice(0, -20));
    expect(ended).toEqual({ code: 0, stdout: '', stderr: '' });
  });

  it('answers requests that arrived before its input ended', async () => {
    const ended = await run(to(), world.readKey, `${frame(initialize)}{"jsonrpc":"2.0","id":2,"met`);
    expect([ended.code, ended.stderr]).toEqual([0, '']);
    expect(lines(ended)).toMatchObject([{ id: 1, result: { serverInfo: { name: 'gatehouse' } } }]);
  });

  it('refuses a frame beyond the limit and answers the next one', async () => {
    const huge = 'x'.repeat(maxFrame);
    const ended = await run(
      to(),
      world.readKey,
      `${frame(initialize)}${frame(legacyCall('search', { query: huge }, 2))}${frame(legacyCall('whoami', {}, 3))}`,
    );
    expect([ended.code, ended.stderr]).toEqual([0, '']);
    const answers = lines(ended);
    expect(answers).toHaveLength(3);
    expect(answers).toContainEqual(expect.objectContaining({ id: null, error: expect.objectContaining({ code: -32600 }) }));
    expect(answers).toContainEqual(expect.objectContaining({ id: 3, result: expect.objectContaining({ content: expect.anything() }) }));
  });

  it('treats text that is not JSON as a fault of the message, and continues', async () => {
    const ended = await run(to(), world.readKey, `nonsense\n${frame(initialize)}`);
    expect(lines(ended)).toMatchObject([
      { id: null, error: { code: -32700 } },
      { id: 1, result: {} },
    ]);
  });

  it.each([
    ['initialize', () => initialize],
    ['server/discover', () => modernRequest('server/discover').body],
  ])('gives its first answer to %s soon after its start', async (method, message) => {
    // The figure is the one printed: how long it takes depends on the machine. An answer that waits for input to end never comes.
    process.stdout.write(`gatehouse mcp ${way}: ${method} answered after ${Math.round(await firstAnswerMs(to(), message()))} ms\n`);
  });
});

it('ends a session with a revoked key with 1 and one line on stderr, and answers no more calls', async () => {
  const { key, keyId } = await world.createKey('read');
  const child = start(world, key);
  const ended = endOf(child);
  const answers = createInterface(child.stdout!)[Symbol.asyncIterator]();
  child.stdin!.write(frame(initialize));
  expect(JSON.parse((await answers.next()).value as string)).toMatchObject({ id: 1, result: {} });
  await world.asOwner('revoke_key', { keyId });
  child.stdin!.write(frame(legacyCall('whoami', {}, 2)));
  expect(await ended).toEqual({ code: 1, stderr: expect.stringMatching(/^gatehouse mcp: this key was revoked[^\n]+\n$/) });
  const refused = (await answers.next()).value as string | undefined;
  if (refused !== undefined) expect(JSON.parse(refused)).toMatchObject({ id: 2, result: { isError: true } });
});

/** The limit of one message, in bytes. */
const maxFrame = 64 * 1024 * 1024;

type To = Parameters<typeof stdioCommand>[0];

const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'e2e', version: '1' } },
};

function frame(message: object): string {
  return `${JSON.stringify(message)}\n`;
}

function lines({ stdout }: Ended): unknown[] {
  return stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);
}

function run(to: To, key: string, input: string): Promise<Ended> {
  const { args, env } = stdioCommand(to, key);
  return runProgram(args.slice(args.indexOf(program) + 1), { env, input });
}

function start(to: To, key: string): ChildProcess {
  const { command, args, env } = stdioCommand(to, key);
  return spawn(command, args, { env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env }, stdio: 'pipe' });
}

async function endOf(child: ChildProcess): Promise<Omit<Ended, 'stdout'>> {
  let stderr = '';
  child.stderr?.on('data', (chunk: Buffer) => (stderr += chunk));
  return await new Promise((resolve) => child.once('close', (code) => resolve({ code, stderr })));
}

async function firstAnswerMs(to: To, message: object): Promise<number> {
  const startedAt = performance.now();
  const child = start(to, world.readKey);
  const ended = endOf(child);
  child.stdin!.write(frame(message));
  const answer = (await createInterface(child.stdout!)[Symbol.asyncIterator]().next()).value as string;
  const elapsed = performance.now() - startedAt;
  expect(JSON.parse(answer)).toMatchObject({ id: 1, result: {} });
  child.stdin!.end();
  await ended;
  return elapsed;
}

async function revokedKey(): Promise<string> {
  const { key, keyId } = await world.createKey('read');
  await world.asOwner('revoke_key', { keyId });
  return key;
}

/** Creates a valid key of another gateway, which is unknown here. */
async function unknownKey(): Promise<string> {
  const other = await openMcpWorld();
  await other.close();
  return other.readKey;
}
