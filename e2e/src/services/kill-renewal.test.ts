import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type OAuthService, openOAuthService } from '@gatehouse/services/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { goodPassword, openBrowser, secretOf } from '../console/browser.ts';
import { givenEngine } from '../kit/engines.ts';
import { until } from '../kit/until.ts';
import type { Loose } from '../kit/world.ts';
import { type ServerProcess, startServer, verify } from '../processes/server.ts';

let folder: string;
let service: OAuthService;
let environment: Record<string, string>;
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-kill-renewal-'));
  service = await openOAuthService();
  environment = { ...(await givenEngine.environment(folder)), GATEHOUSE_ALLOW_PRIVATE_SERVICES: '127.0.0.1' };
});
afterEach(async () => {
  await service[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

interface Connected {
  server: ServerProcess;
  key: string;
}

/** A gateway whose owner has connected an account, and whose access token is over. */
async function connectOwner(): Promise<Connected> {
  const server = await startServer(folder, environment);
  const browser = openBrowser(server.url);
  const secret = secretOf(server.setUpLink as string);
  await browser.ok('set_up', { secret, email: 'ada@acme.test', name: 'Ada', password: goodPassword });
  const { organizations } = await browser.ok('my_account');
  const ok = (tool: string, input: object): Promise<Loose> => browser.ok(tool, input, organizations[0].orgId);
  const place = { service: 'notes', name: 'Notes', kind: 'mcp-http', url: service.mcpUrl, access: { type: 'oauth' } };
  const { connectionId } = await ok('add_connection', place);
  const { address } = await ok('begin_service_account', { connectionId });
  await ok('finish_service_account', { query: await service.visit(address, 'ada'), connectionId });
  const agent = await ok('create_agent', { name: 'program' });
  const { key } = await ok('create_key', { agentId: agent.id, access: 'write' });
  expect(await whoami({ server, key })).toBe('whoami as ada');
  service.expireTokens();
  return { server, key };
}

/** Account that the service saw, or the reason of a refusal. Undefined if the gateway did not answer. */
async function whoami({ server: { url }, key }: Connected): Promise<string | undefined> {
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
  const body = JSON.stringify({ toolSlug: 'notes__whoami' });
  const answer = await fetch(`${url}/v1/tools/execute_service_tool`, { method: 'POST', headers, body }).catch(() => undefined);
  const said = (await answer?.json().catch(() => undefined)) as Loose;
  return said?.error?.reason ?? said?.content?.[0].text;
}

it('continues after a gateway was killed before its token request was answered (D62)', async () => {
  const connected = await connectOwner();
  let isKilled = false;
  service.behaviour.takeOver = (asked, _request, response) => {
    if (asked !== '/token') return false;
    process.kill(connected.server.pid, 'SIGKILL');
    isKilled = true;
    response.destroy();
    return true;
  };
  expect(await whoami(connected)).toBeUndefined();
  await until('it is killed', () => isKilled);
  service.behaviour.takeOver = () => false;
  // Makes the kill look old. Until its claim expires, only the killed process may renew the tokens.
  await givenEngine.change(folder, 'update connection_accounts set claimed_at = claimed_at - 60000 where claimed_at is not null');
  const server = await startServer(folder, environment);
  expect(await whoami({ ...connected, server })).toBe('whoami as ada');
  await server.stop();
  expect(await verify(folder, environment)).toMatchObject({ ok: true });
});

it('requires a new account connection after a gateway was killed before it could store new tokens', async () => {
  const connected = await connectOwner();
  service.behaviour.normalizeTokens = (answer) => {
    process.kill(connected.server.pid, 'SIGKILL');
    return answer;
  };
  expect(await whoami(connected)).toBeUndefined();
  service.behaviour.normalizeTokens = (answer) => answer;
  await givenEngine.change(folder, 'update connection_accounts set claimed_at = claimed_at - 60000 where claimed_at is not null');
  const server = await startServer(folder, environment);
  // The service rotates its refresh tokens, and takes one that is shown again for stolen.
  expect(await whoami({ ...connected, server })).toBe('connect_first');
  await server.stop();
  expect(await verify(folder, environment)).toMatchObject({ ok: true });
});
