import { agentTools, createGateway, createRegistry, type Gateway, type RegisteredTool } from '@gatehouse/core';
import { keyFault } from '@gatehouse/domain';
import { ask, type KeyOfPerson, type Op, type Store } from '@gatehouse/storage';
import { beforeAll, describe, expect, it } from 'vitest';
import { entranceKinds } from '../entrances/index.ts';
import { fakeService } from '../kit/fake-service.ts';
import { casesOf } from './cases.ts';
import { differences, type Observed, observe } from './observe.ts';

interface Mutation {
  step: string;
  mutate(gateway: Gateway): Gateway;
  /** A case in which it must be seen. */
  seenIn: string;
}

const unlimited = { admitted: true, remaining: 1, resetMs: 60_000 } as const;

function asGood(key: KeyOfPerson | undefined): KeyOfPerson | undefined {
  return key && { ...key, revokedAt: null, expiresAt: null };
}

const mutations: Mutation[] = [
  {
    step: 'the key check',
    mutate: (gateway) =>
      withStore(gateway, ({ keys, admissions }) => ({
        keys: {
          ...keys,
          *findByHash(hash) {
            return asGood(yield* keys.findByHash(hash));
          },
        },
        admissions: {
          ...admissions,
          *take(hash, limit, now) {
            const { key, slot } = yield* admissions.take(hash, limit, now);
            return { key: asGood(key), slot: slot ?? unlimited };
          },
        },
      })),
    seenIn: 'whoami with a key: revoked',
  },
  {
    step: 'the limit',
    mutate: (gateway) =>
      withStore(gateway, ({ keys, admissions }) => ({
        admissions: {
          ...admissions,
          *take(hash, _limit, now) {
            const key = yield* keys.findByHash(hash);
            return { key, slot: key && keyFault(key, now) === undefined ? unlimited : undefined };
          },
        },
      })),
    seenIn: 'whoami with a key: read',
  },
  {
    step: 'the access check',
    mutate: (gateway) => withTools(gateway, ({ definition }) => ({ definition: { ...definition, access: 'read' } })),
    seenIn: 'update_doc with a key: read',
  },
  {
    step: 'the argument check',
    mutate: (gateway) =>
      withTools(gateway, ({ definition }) => ({ arguments: { read: (given) => definition.input.strip().parse(given) } })),
    seenIn: 'whoami with an unknown argument',
  },
  {
    step: 'visibility',
    mutate: (gateway) =>
      withStore(gateway, ({ items }) => ({
        items: { ...items, toRead: (viewer, ...which) => items.toRead({ ...viewer, seesAll: true }, ...which) },
      })),
    seenIn: "read_doc with a docId that is in another person's private folder",
  },
  {
    step: 'the activity log',
    mutate: (gateway) => withStore(gateway, ({ activity }) => ({ activity: { ...activity, record: () => nothing(undefined) } })),
    seenIn: 'whoami with a key: read',
  },
  {
    step: 'the log of calls beyond the limit',
    mutate: (gateway) => withStore(gateway, ({ activity }) => ({ activity: { ...activity, recordFolded: () => nothing(undefined) } })),
    seenIn: 'whoami beyond the limit',
  },
];

/** Proves the comparison of entrances: it must notice a missing pipeline step behind one of them. */
const seen = new Set(mutations.map(({ seenIn }) => seenIn));
const cases = casesOf(createRegistry(agentTools).agentTools).filter(({ name, tool }) => seen.has(name) || tool === 'whoami');

describe.concurrent.each(entranceKinds)('through $name', (kind) => {
  let whole: Observed;
  beforeAll(async () => {
    whole = await observe(kind, cases);
  });

  it('finds no difference if nothing is missing', async () => {
    expect(differences(whole, await observe(kind, cases, { alter: (gateway) => withStore(gateway, () => ({})) }))).toEqual([]);
  });

  it.each(mutations)('notices that $step is missing', async ({ mutate, seenIn }) => {
    expect(differences(whole, await observe(kind, cases, { alter: mutate }))).toContain(seenIn);
  });
});

function nothing<Value>(value: Value): Op<Value> {
  return ask(() => value);
}

function withStore(gateway: Gateway, change: (store: Store) => Partial<Store>): Gateway {
  const { store, registry, settings, clock } = gateway;
  return createGateway({ store: { ...store, ...change(store) }, registry, settings, services: fakeService, clock, report() {} });
}

function withTools({ store, registry, settings, clock }: Gateway, change: (tool: RegisteredTool) => Partial<RegisteredTool>): Gateway {
  const named = (name: string) => {
    const tool = registry.find(name);
    if (!tool) return { name, registered: undefined };
    const { definition, description, arguments: reader } = tool;
    return { name, registered: { definition, description, arguments: reader, ...change(tool) } };
  };
  return createGateway({ store, registry: { ...registry, named }, settings, services: fakeService, clock, report() {} });
}
