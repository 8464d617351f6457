import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { givenEngine, type StorageEngine } from '../kit/engines.ts';
import type { Planted } from '../secrets/planted.ts';
import { watchSecrets } from '../secrets/watch.ts';
import { type Ended, program, runHosted } from './command-host.ts';

/** A value of any shape, for reading answers in tests. */
// biome-ignore lint/suspicious/noExplicitAny: the output of commands is compared with expected values
type Loose = any;

export { type Ended, program };

export interface RunOptions {
  env?: Record<string, string>;
  input?: string;
  cwd?: string;
  /** The command of another version, in a process of its own. */
  program?: string;
}

/** A directory of a test with a data directory in it that does not exist yet. */
export interface Place extends Disposable {
  engine: StorageEngine;
  folder: string;
  data: string;
  /** Runs the real command on this data directory. Commands that serve nothing share a process. */
  run(args: string[], options?: RunOptions): Promise<Ended>;
  /** Runs a command with --json and returns its JSON value. The command must succeed and print nothing else. */
  json(args: string[], options?: RunOptions): Promise<Loose>;
  /** Environment of these commands, for a test that starts its own process. */
  environment(): Promise<Record<string, string>>;
  /** Starts a gateway on a free port. */
  start(args?: string[], options?: RunOptions): Promise<Running>;
  /** Path of a file in which a test stores a secret. The planted secrets are searched for in all other files and in all output. */
  secretFile(name: string): string;
}

/** A gateway that listens. */
export interface Running extends AsyncDisposable {
  child: ChildProcess;
  url: string;
  /** Output so far. */
  greeting: string;
  /** The first start's key. */
  key: string;
  /** Sends a signal and waits for the end. */
  stop(signal?: NodeJS.Signals): Promise<Ended>;
}

export interface PlaceOptions {
  /** True runs each command in a process of its own, as users do. */
  apart?: boolean;
  /** Engine of its database. */
  engine?: StorageEngine;
}

export function openPlace({ apart = false, engine = givenEngine }: PlaceOptions = {}): Place {
  const folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-cli-'));
  const data = path.join(folder, 'data');
  const said: Said[] = [];
  const secretFiles = new Set<string>();
  const environment = async () => ({ GATEHOUSE_DATA: data, ...(await engine.environment(data)) });
  const withData = async (options: RunOptions = {}) => ({ ...options, env: { ...(await environment()), ...options.env } });
  const run = async (args: string[], options?: RunOptions) => {
    const given = await withData(options);
    return apart || needsItsProcess(args, given) ? await runProgram(args, given, said) : await runBesideOthers(args, given, said);
  };
  return {
    engine,
    folder,
    data,
    environment,
    run,
    async json(args, options) {
      const ended = await run([...args, '--json'], options);
      if (ended.code !== 0 || ended.stderr !== '') throw new Error(`${args.join(' ')}: exit ${ended.code}\n${ended.stdout}${ended.stderr}`);
      return JSON.parse(ended.stdout);
    },
    start: async (args = [], options) => await startProgram(['start', '--port', '0', ...args], await withData(options), said),
    secretFile(name) {
      const file = path.join(folder, name);
      secretFiles.add(file);
      return file;
    },
    [Symbol.dispose]() {
      const watch = watchSecrets(secretOfInstallation(data));
      for (const { stdout, stderr } of said) watch.look('what a command said', stdout + stderr);
      if (existsSync(folder)) watch.lookAtFolder(folder, (file) => secretFiles.has(file) || /^secret(\.|$)/.test(path.basename(file)));
      rmSync(folder, { recursive: true, force: true });
      watch.close();
    },
  };
}

interface Said {
  stdout: string;
  stderr: string;
}

function secretOfInstallation(data: string): Planted[] {
  const file = path.join(data, 'secret');
  return existsSync(file) ? [{ name: 'the secret of the data directory', core: readFileSync(file, 'utf8').trim() }] : [];
}

export async function runProgram(args: string[], options: RunOptions = {}, said: Said[] = []): Promise<Ended> {
  const child = spawnProgram(args, options);
  child.stdin?.end(options.input ?? '');
  return await endOf(child, said);
}

/** True for commands that serve, which listen to signals, and for options of Node, which are read at its start. */
function needsItsProcess([command]: string[], { env }: RunOptions): boolean {
  return command === 'start' || command === 'mcp' || env?.NODE_OPTIONS !== undefined;
}

async function runBesideOthers(args: string[], { env, input = '', cwd = process.cwd() }: RunOptions, said: Said[]): Promise<Ended> {
  const ended = await runHosted({ args, env: { ...inherited(), ...env }, input, cwd });
  said.push(ended);
  return ended;
}

async function startProgram(args: string[], options: RunOptions, said: Said[]): Promise<Running> {
  const child = spawnProgram(args, options);
  const ended = endOf(child, said);
  const greeting = await new Promise<string>((resolve, reject) => {
    let text = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      text += chunk;
      if (text.includes('Ctrl-C stops it.')) resolve(text);
    });
    void ended.then(({ code, stderr }) => reject(new Error(`start ended with ${code}: ${stderr}`)));
  });
  const stop = (signal: NodeJS.Signals = 'SIGTERM') => {
    child.kill(signal);
    return ended;
  };
  return {
    child,
    greeting,
    url: /HTTP {2}(\S+)\/v1\/tools/.exec(greeting)?.[1] ?? '',
    key: /gth_\w{49}/.exec(greeting)?.[0] ?? '',
    stop,
    async [Symbol.asyncDispose]() {
      if (child.exitCode === null) await stop('SIGKILL');
    },
  };
}

function spawnProgram(args: string[], { env, cwd, program: given = program }: RunOptions): ChildProcess {
  return spawn(process.execPath, [given, ...args], { cwd, env: { ...inherited(), ...env }, stdio: 'pipe' });
}

function inherited() {
  const { PATH = '', HOME = '' } = process.env;
  return { PATH, HOME };
}

function endOf(child: ChildProcess, said: Said[]): Promise<Ended> {
  const output: Said = { stdout: '', stderr: '' };
  said.push(output);
  child.stdout?.on('data', (chunk: Buffer) => (output.stdout += chunk));
  child.stderr?.on('data', (chunk: Buffer) => (output.stderr += chunk));
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, ...output })));
}
