import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type SyncOptions, type SyncReport, syncSkills } from '@gatehouse/cli';
import { type Client, createClient } from '@gatehouse/client';
import { openWorld, type World } from '../world.ts';

/** One machine with a directory of skills. */
export interface Machine extends Disposable {
  target: string;
  client: Client;
  /** How many requests its client has sent. */
  requests: number;
  sync(options?: Partial<SyncOptions>): Promise<SyncReport>;
  write(name: string, text: string): void;
  remove(name: string): void;
  read(name: string): string | undefined;
  /** Every file that a client can see, by path. */
  files(): Record<string, string>;
  /** Texts in `.conflict` files. */
  conflicts(): string[];
}

export interface SyncWorld extends AsyncDisposable {
  world: World;
  machine(options?: { lose?: () => boolean }): Promise<Machine>;
  /** A person of the organization saves or accepts. */
  as(tool: string, input: object): ReturnType<World['as']>;
}

export async function openSyncWorld({ startsEmpty = true } = {}): Promise<SyncWorld> {
  const world = await openWorld();
  // Machines then have what a test wrote, and nothing else.
  if (startsEmpty) await removeSkills(world);
  return {
    world,
    as: (tool, input) => world.as(world.owner, tool, input),
    machine: ({ lose } = {}) => openMachine(world, lose),
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  };
}

async function removeSkills(world: World): Promise<void> {
  const { skills } = await world.as(world.owner, 'list_skills', {});
  for (const { id } of skills) await world.as(world.owner, 'delete_file', { fileId: id });
}

async function openMachine(world: World, lose: () => boolean = () => false): Promise<Machine> {
  const { key } = await world.createKey(world.owner, 'write');
  const target = mkdtempSync(path.join(tmpdir(), 'gatehouse-skills-'));
  const machine = { requests: 0 };
  const counted: typeof fetch = async (input, init) => {
    machine.requests++;
    const response = await fetch(input, init);
    if (!lose()) return response;
    await response.arrayBuffer();
    throw new TypeError('lost');
  };
  const client = createClient({ baseUrl: world.url, key, batch: true, fetch: counted, maxRetries: 8 });
  const standard = {
    client,
    gateway: world.url,
    target,
    trust: [],
    executable: false,
    confirm: async () => true,
    now: () => world.clock.now,
  };
  const place = (name: string) => path.join(target, name);
  return Object.assign(machine, {
    target,
    client,
    sync: (options: Partial<SyncOptions> = {}) => syncSkills({ ...standard, ...options }),
    write(name: string, text: string) {
      mkdirSync(path.dirname(place(name)), { recursive: true });
      writeFileSync(place(name), text);
    },
    remove: (name: string) => rmSync(place(name), { recursive: true, force: true }),
    read: (name: string) => (existsSync(place(name)) ? readFileSync(place(name), 'utf8') : undefined),
    files: () => Object.fromEntries(filesBelow(target, '').map((name) => [name, readFileSync(place(name), 'utf8')])),
    conflicts: () => filesBelow(target, '.gatehouse-conflicts').map((name) => readFileSync(place(name), 'utf8')),
    [Symbol.dispose]: () => rmSync(target, { recursive: true, force: true }),
  });
}

function filesBelow(target: string, below: string): string[] {
  if (!existsSync(path.join(target, below))) return [];
  return readdirSync(path.join(target, below), { withFileTypes: true })
    .filter(({ name }) => below !== '' || !name.startsWith('.'))
    .flatMap((entry) => {
      const at = below === '' ? entry.name : `${below}/${entry.name}`;
      return entry.isDirectory() ? filesBelow(target, at) : [at];
    })
    .toSorted();
}
