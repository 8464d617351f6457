import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { asCurl, asMcp } from './call-snippets.ts';

const given = { title: 'it\'s $HOME `id` "quoted" \\ and\nnew lines' };
const call = { origin: 'http://127.0.0.1:1', toolSlug: 'svc__create', connectionId: 'conn_1', given };
const input = { toolSlug: 'svc__create', connectionId: 'conn_1', arguments: given };

it('passes any arguments through a shell unchanged', () => {
  const printed = execFileSync('sh', ['-c', asCurl(call).replace(/^curl/, `printf '%s\\0'`)], {
    env: { GATEHOUSE_KEY: 'gth_x' },
  }).toString();
  const [, , , url, , authorization, , , , body] = printed.split('\0');
  expect([url, authorization, JSON.parse(body ?? '')]).toEqual([
    'http://127.0.0.1:1/v1/tools/execute_service_tool',
    'Authorization: Bearer gth_x',
    input,
  ]);
});

it('writes the same call for an MCP client', () => {
  expect(JSON.parse(asMcp(call))).toMatchObject({ method: 'tools/call', params: { name: 'execute_service_tool', arguments: input } });
});
