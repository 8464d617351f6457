import { type Answer, agentTools, type Call, type Caller, createRegistry, type Gateway, GatewayError } from '@gatehouse/core';

export interface FakeGateway extends Gateway {
  /** The calls it was given, with the arguments it read. */
  calls: (Call & { input: unknown })[];
  /** Answer to the next calls. */
  answer: (call: Call, input: unknown) => Answer | Promise<Answer>;
  /** Valid keys. */
  keys: Map<string, Caller['access']>;
}

/** Gateway with the product's tools and scripted answers, without a store. */
export function createFakeGateway(): FakeGateway {
  const fake: FakeGateway = {
    calls: [],
    keys: new Map([['good', 'write']]),
    answer: () => success({ ok: true }),
    async call(call) {
      try {
        const input = call.readArguments();
        fake.calls.push({ ...call, input });
        return fake.keys.has(keyOf(call.credential) ?? '') ? await fake.answer(call, input) : failure(revoked());
      } catch (error) {
        return failure(error as GatewayError);
      }
    },
    async identify(credential) {
      const access = fake.keys.get(keyOf(credential) ?? '');
      if (!access) throw revoked();
      return { type: 'key', orgId: 'org', personId: 'person', role: 'owner', person: null, access, key: null, session: null, visit: null };
    },
    listTools: async (caller) => fake.registry.describe(caller),
    registry: createRegistry(agentTools),
    settings: { baseUrl: null, consoleUrl: 'http://localhost:4747', secret: Buffer.alloc(32), callsPerMinute: 240 },
    // These tests read the store only for the instructions on connecting.
    store: { read: async () => null } as unknown as Gateway['store'],
    clock: () => 1_763_600_000_000,
  };
  return fake;
}

export function success(value: unknown): Answer {
  return { ok: true, value, json: JSON.stringify(value), rate: undefined };
}

export function failure(error: GatewayError, resetSeconds?: number): Answer {
  return { ok: false, error, rate: resetSeconds === undefined ? undefined : { limit: 240, remaining: 0, resetSeconds } };
}

function revoked(): GatewayError {
  return new GatewayError('unauthorized', 'this key was revoked; create a new one');
}

function keyOf(credential: Call['credential']): string | undefined {
  return credential.type === 'key' ? credential.key : undefined;
}
