import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type SyncOptions, type SyncReport, syncSkills } from '@gatehouse/cli';
import { type Client, createClient } from '@gatehouse/client';
import { openWorld, type Tenant, type World } from '../kit/world.ts';
import { watchDisk } from './disk-steps.ts';

/** Thrown at every further step of a killed machine. */
export class Killed extends Error {}

/** Faults during a run. */
export interface Trouble {
  /** The step at which the command is killed: changes of the disk, and the beginnings and answers of requests. */
  killAt?: number;
  /** The request whose answer is lost. */
  loseAt?: number;
  /** Done before this request is sent. */
  meanwhileAt?: number;
  meanwhile?: () => Promise<void>;
}

/** One machine with a directory of skills. */
export interface Machine extends Disposable {
  target: string;
  client: Client;
  key: string;
  /** Number of requests that its client has sent. */
  requests: number;
  /** Number of steps of its last run. */
  steps: number;
  sync(options?: Partial<SyncOptions>): Promise<SyncReport>;
  /** A run with trouble. Undefined if it was killed or lost its connection. */
  troubledSync(trouble: Trouble, options?: Partial<SyncOptions>): Promise<SyncReport | undefined>;
  write(name: string, text: string): void;
  remove(name: string): void;
  read(name: string): string | undefined;
  /** Every file that a client can see, by path. */
  files(): Record<string, string>;
  /** All files, except conflicts, drafts and the files of the command itself. */
  allFiles(): Record<string, string>;
  /** Texts in `.conflict` files. */
  conflicts(): string[];
}

export interface SyncWorld extends AsyncDisposable {
  world: World;
  machine(options?: { tenant?: Tenant; maxRetries?: number }): Promise<Machine>;
  /** Creates another organization without skills. */
  addTenant(): Promise<Tenant>;
  /** A person of the organization saves or accepts. */
  as(tool: string, input: object): ReturnType<World['as']>;
}

export async function openSyncWorld({ startsEmpty = true } = {}): Promise<SyncWorld> {
  const world = await openWorld();
  // Machines then have only content from the test.
  if (startsEmpty) await removeSkills(world, world);
  return {
    world,
    as: (tool, input) => world.as(world.owner, tool, input),
    async addTenant() {
      const tenant = await world.addOrganization('Other');
      await removeSkills(world, tenant);
      return tenant;
    },
    machine: ({ tenant = world, maxRetries = 8 } = {}) => openMachine(world, tenant, maxRetries),
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  };
}

/** The starter skill of a new organization is not part of these tests. */
async function removeSkills({ as }: World, { owner }: Tenant): Promise<void> {
  const { skills } = await as(owner, 'list_skills', {});
  for (const { id } of skills) await as(owner, 'delete_file', { fileId: id });
}

async function openMachine(world: World, tenant: Tenant, maxRetries: number): Promise<Machine> {
  const { key } = await world.createKey(tenant.owner, 'write');
  const target = mkdtempSync(path.join(tmpdir(), 'gatehouse-skills-'));
  const machine = { requests: 0, steps: 0 };
  let trouble: Trouble & { isDead?: boolean } = {};
  let requestsOfRun = 0;
  const step = (half?: () => void) => {
    machine.steps++;
    if (trouble.isDead || machine.steps === trouble.killAt) {
      // A process is killed once.
      if (!trouble.isDead) half?.();
      trouble.isDead = true;
      throw new Killed('killed');
    }
  };
  /** Actions of others are not steps of the run. */
  const undisturbed = async (work: Trouble['meanwhile']) => {
    const [ofRun, steps] = [trouble, machine.steps];
    trouble = {};
    await work?.();
    [trouble, machine.steps] = [ofRun, steps];
  };
  const counted: typeof fetch = async (input, init) => {
    machine.requests++;
    const request = requestsOfRun++;
    if (request === trouble.meanwhileAt) await undisturbed(trouble.meanwhile);
    step();
    const response = await fetch(input, init);
    if (request === trouble.loseAt) {
      await response.arrayBuffer();
      throw new TypeError('lost');
    }
    step();
    return response;
  };
  const client = createClient({ baseUrl: world.url, key, fetch: counted, maxRetries });
  const standard = {
    client,
    gateway: world.url,
    target,
    trust: [],
    executable: false,
    confirm: async () => true,
    now: () => world.clock.now,
  };
  const troubledSync = async (given: Trouble, options: Partial<SyncOptions> = {}) => {
    machine.steps = 0;
    [trouble, requestsOfRun] = [{ ...given }, 0];
    const ofRun = trouble;
    const alive = () => {
      if (ofRun.isDead) throw new Killed('killed');
    };
    using _ = watchDisk(target, step, alive);
    try {
      return await syncSkills({ ...standard, ...options });
    } catch (error) {
      if (!ofRun.isDead && !(error instanceof Error && 'code' in error && error.code === 'connection_lost')) throw error;
      return undefined;
    } finally {
      trouble = {};
    }
  };
  const place = (name: string) => path.join(target, name);
  const textsOf = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, readFileSync(place(name), 'utf8')]));
  return Object.assign(machine, {
    target,
    client,
    key,
    async sync(options: Partial<SyncOptions> = {}) {
      const report = await troubledSync({}, options);
      if (!report) throw new Error('a run without trouble lost its connection');
      return report;
    },
    troubledSync,
    write(name: string, text: string) {
      mkdirSync(path.dirname(place(name)), { recursive: true });
      writeFileSync(place(name), text);
    },
    remove: (name: string) => rmSync(place(name), { recursive: true, force: true }),
    read: (name: string) => (existsSync(place(name)) ? readFileSync(place(name), 'utf8') : undefined),
    files: () => textsOf(filesBelow(target, '').filter((name) => !name.split('/').some((part) => part.startsWith('.')))),
    allFiles: () =>
      textsOf(filesBelow(target, '').filter((name) => !/^\.gatehouse-(?:conflicts|draft|skills|sync)|^\.\.gatehouse/.test(name))),
    conflicts: () => Object.values(textsOf(filesBelow(target, '.gatehouse-conflicts').filter((name) => name.endsWith('.conflict')))),
    [Symbol.dispose]: () => rmSync(target, { recursive: true, force: true }),
  });
}

function filesBelow(target: string, below: string): string[] {
  if (!existsSync(path.join(target, below))) return [];
  return readdirSync(path.join(target, below), { withFileTypes: true })
    .flatMap((entry) => {
      const at = below === '' ? entry.name : `${below}/${entry.name}`;
      return entry.isDirectory() ? filesBelow(target, at) : [at];
    })
    .toSorted();
}
