import { allTools, type Call, createRegistry, type Gateway, GatewayError, refusal } from '@gatehouse/core';
import { expect, it } from 'vitest';
import { endGrant } from './end-grant.ts';

const grant = {
  orgId: 'org_1',
  personId: 'person_1',
  agentId: 'agent_1',
  keyId: 'key_1',
  clientId: 'client_1',
  accountId: 'acc_1',
  access: 'read' as const,
  createdAt: 0,
  expiresAt: null,
};

function openGateway(error: GatewayError | undefined) {
  const calls: Call[] = [];
  const call: Gateway['call'] = async (given) => {
    calls.push(given);
    return error ? { ok: false, error, rate: undefined } : { ok: true, value: {}, json: '{}', rate: undefined };
  };
  const gateway = { call, clock: () => 0, registry: createRegistry(allTools) };
  return { calls, end: (found: typeof grant | undefined) => endGrant(gateway, { findGrant: async () => found }, 'grant') };
}

it('ends a grant with a call by its person', async () => {
  const { calls, end } = openGateway(undefined);
  await end(undefined);
  expect(calls).toEqual([]);
  await end(grant);
  expect(calls).toMatchObject([{ tool: { name: 'remove_agent' }, credential: { type: 'person', orgId: 'org_1', personId: 'person_1' } }]);
  expect(calls[0]?.readArguments()).toEqual({ agentId: 'agent_1' });
});

it.each([new GatewayError('unauthorized', 'the person was removed'), refusal('no_such_item', 'the agent was removed')])(
  'accepts a grant that has already ended: %s',
  async (error) => {
    await openGateway(error).end(grant);
  },
);

it.each([new GatewayError('internal_error', 'the disk is full'), refusal('invalid_argument', 'no')])('passes on %s', async (error) => {
  await expect(openGateway(error).end(grant)).rejects.toBe(error);
});
