import type { Call } from '@gatehouse/core';
import { describe, expect, it } from 'vitest';
import { openTestServer, type TestServer } from '../test-server.ts';

const token = 'what-the-data-directory-says';
/** Opens a server whose pipeline records every call and always gives the same answer. */
async function open() {
  const calls: (Call & { read: unknown })[] = [];
  const server = await openTestServer({
    entrance: { isOperator: (given) => given === token },
    gateway: {
      async call(call) {
        calls.push({ ...call, read: call.readArguments() });
        return { ok: true, value: {}, json: '{}', rate: undefined };
      },
    },
  });
  return { server, calls };
}
const post = ({ url }: TestServer, given: string | undefined) =>
  fetch(`${url}/operator/org_1/person_1/tools/test_connection`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(given !== undefined && { Authorization: `Bearer ${given}` }) },
    body: '{"connectionId":"conn_1"}',
  });

describe('the route of commands (D59)', () => {
  it('calls a tool as the named person, as a command does', async () => {
    const { server, calls } = await open();
    await using _ = server;
    expect((await post(server, token)).status).toBe(200);
    expect(calls).toMatchObject([
      {
        tool: { name: 'test_connection' },
        credential: { type: 'person', orgId: 'org_1', personId: 'person_1' },
        origin: { entrance: 'cli' },
        read: { connectionId: 'conn_1' },
      },
    ]);
  });

  it.each([undefined, 'another', `${token}x`, 'gth_good'])('refuses other callers: %s', async (given) => {
    const { server, calls } = await open();
    await using _ = server;
    const answer = await post(server, given);
    expect([answer.status, await answer.json()]).toMatchObject([401, { error: { code: 'unauthorized' } }]);
    expect(calls).toEqual([]);
  });

  it('does not exist without an operator', async () => {
    await using server = await openTestServer();
    expect((await post(server, token)).status).toBe(404);
  });
});
