import type { Activity } from '@gatehouse/storage';
import { expect } from 'vitest';
import type { EntranceKind, Reply } from '../entrances/index.ts';
import { callGateway } from '../kit/call-gateway.ts';
import { openWorld, type World, type WorldOptions } from '../kit/world.ts';
import type { Case } from './cases.ts';
import { createKeys, type Keys } from './key-states.ts';
import { canary, createSurroundings } from './named-items.ts';

/** Result of one case, in a form that does not depend on the entrance, the identifiers or the time. */
export interface Observation {
  name: string;
  outcome: string;
  message: string | undefined;
  retryAfter: number | undefined;
  /** Calls of the limit that it took. */
  callsTaken: number;
  /** Activity rows without entrance, request identifiers, times and sizes. */
  rows: object[];
  /** Calls beyond the limit that were folded into a row. */
  folded: number;
}

export interface Observed {
  observations: Observation[];
  /** Raw answers by case, without request identifiers. */
  raw: Map<string, string>;
  faults: unknown[];
}

/** Runs every case through one entrance of a world of its own. */
export async function observe(kind: EntranceKind, cases: readonly Case[], options: WorldOptions = {}): Promise<Observed> {
  await using world = await openWorld(options);
  await using entrance = kind.open(world);
  const surroundings = await createSurroundings(world);
  const keys = await createKeys(world, surroundings);
  const log = await followLog(world, kind);
  const limit = await followLimit(world, keys);
  const neutral = createNeutral();
  const observations: Observation[] = [];
  const raw = new Map<string, string>();
  for (const { name, tool, key, input, callsPerMinute } of cases) {
    const given = await input(surroundings);
    const usual = world.settings.callsPerMinute;
    world.settings.callsPerMinute = callsPerMinute ?? usual;
    const reply = await entrance.call(tool, given, { key: keys[key] });
    world.settings.callsPerMinute = usual;
    const rows = await log.read();
    const folded = callsPerMinute === undefined ? 0 : await log.readFolded();
    raw.set(name, withoutRequest(reply.raw));
    observations.push({
      name,
      outcome: outcomeOf(reply),
      message: reply.message === undefined || isOfTransport(reply, key) ? undefined : neutral(reply.message),
      retryAfter: reply.retryAfter,
      callsTaken: await limit.taken(key),
      rows: rows.map((row) => JSON.parse(neutral(JSON.stringify(row)))),
      folded,
    });
  }
  return { observations, raw, faults: world.faults };
}

/** Checks that every case was answered as its tool's definition states. */
export function expectOutcomes({ observations }: Observed, cases: readonly Case[]): void {
  const differing = observations.filter(({ outcome }, index) => outcome !== cases[index]?.expected);
  expect(differing.map(({ name, outcome, message }) => `${name}: ${outcome} (${message ?? ''})`)).toEqual([]);
}

/** Checks that absent items and items of others get the same answers (D5). */
export function expectNothingTold({ raw, observations }: Observed, cases: readonly Case[]): void {
  const byGroup = Map.groupBy(
    cases.filter(({ alike }) => alike !== undefined),
    ({ alike }) => alike,
  );
  for (const group of byGroup.values()) {
    expect(new Set(group.map(({ name }) => raw.get(name))).size, `different answers to: ${group[0]?.alike}`).toBe(1);
    const rows = observations.filter(({ name }) => group.some((one) => one.name === name)).map((one) => withoutNumbers(one.rows));
    expect(new Set(rows).size, `different rows of: ${group[0]?.alike}`).toBe(1);
  }
  expect([...raw].filter(([, text]) => text.includes(canary)).map(([name]) => name)).toEqual([]);
}

/** Every call of a good key has its row and took one call of the limit; beyond it, calls are counted in one row. */
export function expectCounted({ observations }: Observed): void {
  for (const { name, outcome, callsTaken, rows, folded } of observations) {
    const isBeyond = outcome === 'rate_limited';
    const taken = isBeyond || outcome === 'unauthorized' ? 0 : 1;
    expect({ name, callsTaken, folded }).toEqual({ name, callsTaken: taken, folded: isBeyond ? 1 : 0 });
    if (!isBeyond) expect(rows, name).toHaveLength(taken);
  }
}

/** The names of cases in which two entrances differ. */
export function differences(left: Observed, right: Observed): string[] {
  return left.observations
    .filter((observation, index) => JSON.stringify(observation) !== JSON.stringify(right.observations[index]))
    .map(({ name }) => name);
}

/** True if the message depends on the transport: how to send a key, or faults in the bytes. */
function isOfTransport({ reason }: Reply, key: string): boolean {
  return reason === 'malformed_body' || key === 'none';
}

function outcomeOf({ code, reason }: Reply): string {
  return reason === undefined ? code : `${code}/${reason}`;
}

/** Maximum rows of one case. */
const maxRows = 30;
/** Rows that are read first, because most cases make fewer. */
const fewRows = 5;

/** The rows that came in through this entrance since it was read last. */
async function followLog({ store, orgId }: World, { tag }: EntranceKind) {
  const [latest] = await store.read(() => store.activity.list({ orgId, limit: 1 }));
  let afterId = latest?.id ?? 0;
  let foldedBefore = 0;
  return {
    async read(): Promise<object[]> {
      // Newest first: whoever follows the log is shown a row only when no older one can still be committed, anywhere on the server.
      let newest = await store.read(() => store.activity.list({ orgId, limit: fewRows }));
      if (newest.every(({ id }) => id > afterId)) newest = await store.read(() => store.activity.list({ orgId, limit: maxRows }));
      const fresh = newest.filter(({ id }) => id > afterId).reverse();
      if (fresh.length === maxRows) throw new Error('a case makes more rows than are looked at');
      afterId = newest[0]?.id ?? afterId;
      return fresh.filter(({ entrance }) => entrance === tag).map(comparable);
    },
    async readFolded(): Promise<number> {
      const beyond = await store.read(() => store.activity.list({ orgId, outcome: 'rate_limited', limit: 1000 }));
      const before = foldedBefore;
      foldedBefore = beyond.reduce((sum, { count }) => sum + count, 0);
      return foldedBefore - before;
    },
  };
}

/** `client` is how a transport's program calls itself: stdio has none. */
function comparable(row: Activity): object {
  const { id, at, entrance, client, requestId, durationMicros, serviceMicros, argumentBytes, resultBytes, ...rest } = row;
  return { ...rest, hasTimeAndSizes: at > 0 && id > 0 && durationMicros > 0 && argumentBytes >= 0 && resultBytes >= 0 };
}

/** Counts the calls that a key has used of its limit, by calls of the same key that are not counted otherwise. */
async function followLimit({ unaltered, clock }: World, keys: Keys) {
  let before = { read: await remaining('read'), write: await remaining('write') };

  async function remaining(state: 'read' | 'write'): Promise<number> {
    const answer = await callGateway(unaltered, {
      tool: 'whoami',
      credential: { type: 'key', key: keys[state] },
      origin: { entrance: 'console' },
      requestId: `req_probe_${clock.now}`,
    });
    if (!answer.rate) throw new Error('the probe was not counted');
    return answer.rate.remaining;
  }

  return {
    async taken(state: string): Promise<number> {
      if (state !== 'read' && state !== 'write') return 0;
      const now = await remaining(state);
      const taken = before[state] - now - 1;
      before = { ...before, [state]: now };
      return taken;
    },
  };
}

/** Identifiers by the order in which they turn up: two worlds never have the same ones. */
function createNeutral(): (text: string) => string {
  const seen = new Map<string, string>();
  return (text) =>
    text.replaceAll(/\b(org|person|agent|key|folder|doc|file|skill|task|conn)_[0-9a-z]{26}\b/g, (id, prefix) => {
      if (!seen.has(id)) seen.set(id, `${prefix} ${seen.size + 1}`);
      return seen.get(id) as string;
    });
}

/** Rows of calls that name another item of the caller's as well. */
function withoutNumbers(rows: object[]): string {
  return JSON.stringify(rows).replaceAll(/\b([a-z]+) \d+"/g, '$1"');
}

function withoutRequest(raw: string): string {
  return raw.replaceAll(/\breq_[0-9a-z]{26}\b/g, 'req').replaceAll(/"id":\d+/g, '"id":0');
}
