import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { Gateway } from '@gatehouse/core';
import { openPeopleWorld, type PeopleWorld } from '../console/people-world.ts';
import { until } from '../kit/until.ts';
import type { Loose } from '../kit/world.ts';
import { addressIn, bePerson } from './be-person.ts';
import { knownClients } from './known-clients.ts';
import type { NpmProgram } from './npm-programs.ts';

const documents = new Map(knownClients.flatMap(({ document }) => (document ? [[document.address, document.content] as const] : [])));

/** Returns the published documents of known clients, because this machine may not reach their addresses. */
async function getDocument(address: string) {
  const content = documents.get(address);
  if (!content) throw new Error(`nobody knows what is published at ${address}`);
  return {
    status: 200,
    headers: new Headers({ 'content-type': 'application/json' }),
    text: async () => JSON.stringify({ ...content, client_id: address }),
  };
}

/**
 * Connects a program with a key, and lets it sign in if that needs no person who types. Returns the faults. `programs` is the folder in
 * which its package is installed.
 */
export async function tryProgram(program: NpmProgram, programs: string): Promise<string[]> {
  const came = { key: 0, token: 0 };
  const alter = (gateway: Gateway): Gateway => ({
    ...gateway,
    async identify(credential, tool) {
      const caller = await gateway.identify(credential, tool);
      if (credential.type === 'key' || credential.type === 'token') came[credential.type]++;
      return caller;
    },
  });
  await using world = await openPeopleWorld({ alter, signIn: { getDocument }, clock: { now: Date.now() } });
  const { key } = await world.createKey(world.owner, 'write');
  using withKey = openTerminal(program, programs, `${world.url}/mcp/key`, key);
  using signingIn = openTerminal(program, programs, `${world.url}/mcp`);
  await withKey.type(program.addWithKey);
  // The program identifies itself and sends a request.
  await withKey.type(program.connect, () => came.key >= 2);
  if (program.signIn) {
    await signingIn.type(program.add);
    await signIn(world, program.signIn, signingIn);
    await signingIn.type(program.connect, () => came.token >= 2);
    const isConnected = async () => {
      const { attempts } = await world.operate('list_all_connect_attempts');
      return attempts.some(({ state }: Loose) => state === 'connected');
    };
    await until('the doctor says that it is connected', isConnected);
  }
  return world.faults.map((fault) => `the gateway failed: ${fault}`);
}

async function signIn(world: PeopleWorld, { command, signedIn }: NonNullable<NpmProgram['signIn']>, terminal: Terminal): Promise<void> {
  let answered: Promise<void> | undefined;
  await terminal.type(command, (shown) => {
    const address = addressIn(shown, world);
    if (address !== undefined) answered ??= bePerson(world, address);
    return signedIn.test(shown);
  });
  if (!answered) throw new Error('it showed no address to open');
  await answered;
}

interface Terminal extends Disposable {
  /** Runs a command until `isDone` is true, or else until it ends. Throws if it ends too early. */
  type(command: string | undefined, isDone?: (shown: string) => boolean): Promise<void>;
}

/** A terminal in an empty home, with the program on its path. */
function openTerminal(program: NpmProgram, programs: string, url: string, key?: string): Terminal {
  const home = mkdtempSync(path.join(tmpdir(), 'gatehouse-program-'));
  const settings = program.settings?.(url, key);
  if (settings) {
    const file = path.join(home, settings.file);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify(settings.content));
  }
  const environment = {
    PATH: [path.join(programs, 'node_modules/.bin'), path.dirname(process.execPath), '/usr/bin', '/bin'].join(':'),
    HOME: home,
    TERM: 'xterm-256color',
    URL: url,
    ...(key !== undefined && { KEY: key }),
    ...program.environment,
  };
  const running = new Set<ChildProcess>();

  return {
    async type(command, isDone) {
      if (command === undefined) return;
      // Wide terminal, because a wrapped address would not be recognized.
      const child = spawn('script', ['-qec', `stty cols 2000 rows 60; exec ${command}`, '/dev/null'], {
        cwd: home,
        env: environment,
        detached: true,
      });
      running.add(child);
      let shown = '';
      let code: number | null | undefined;
      child.stdout.on('data', (data: Buffer) => {
        shown = stripVTControlCharacters(`${shown}${data}`);
      });
      child.once('exit', (ended) => {
        code = ended;
      });
      const isOver = () => (isDone?.(shown) ?? false) || code !== undefined;
      const screen = () => `it shows:\n${shown.slice(-2000)}`;
      await until(`"${command}" is done`, isOver).catch((error: unknown) => Promise.reject(new Error(`${error}; ${screen()}`)));
      if (isDone ? !isDone(shown) : code !== 0) throw new Error(`"${command}" ended with ${code}; ${screen()}`);
      end(child);
      running.delete(child);
    },
    [Symbol.dispose]() {
      for (const child of running) end(child);
      rmSync(home, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}

/** The program may have started others. */
function end({ pid, exitCode, signalCode }: ChildProcess): void {
  if (pid !== undefined && exitCode === null && signalCode === null) process.kill(-pid, 'SIGKILL');
}
