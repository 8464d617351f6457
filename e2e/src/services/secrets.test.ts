import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { openServiceWorld } from './service-world.ts';
import { everythingScript, startFaultServer } from './upstreams.ts';

const canary = 'cAnArY-0b1a5f3e9d/"+&=x';
/** The forms in which a secret could stand somewhere. */
const forms = [
  canary,
  'cAnArY-0b1a5f3e9d',
  encodeURIComponent(canary),
  Buffer.from(canary).toString('base64').slice(0, 20),
  Buffer.from(canary).toString('hex'),
];

function holdsCanary(bytes: Buffer | string): boolean {
  const text = typeof bytes === 'string' ? bytes : bytes.toString('latin1');
  return forms.some((form) => text.includes(form));
}

it('are nowhere but in requests to their service: not in the database, its log, answers, activity or OpenAPI (D36)', async () => {
  await using upstream = await startFaultServer();
  await using world = await openServiceWorld({ deadlineMs: 2000 });
  const access = { type: 'bearer', token: canary };
  const answers: unknown[] = [];
  const connectionId = await world.addHttp('faulty', upstream.url, { access });
  await world.addCommand('everything', [everythingScript, 'stdio'], { env: { TOKEN: canary } });
  for (const tool of [
    'echo-secret',
    'status-401',
    'status-403',
    'status-500',
    'json-rpc-error',
    'is-error',
    'garbage',
    'reset-within-body',
  ]) {
    const answer = await world.run(`faulty__${tool}`);
    answers.push(answer.ok ? answer.json : [answer.error.message, answer.error.code]);
  }
  const environment = await world.run('everything__get-env');
  expect(environment.ok).toBe(true);
  answers.push(environment.ok && environment.json);
  await world.as(world.owner, 'set_connection_credentials', { connectionId, access });
  for (const tool of ['list_connections', 'list_activity']) answers.push(JSON.stringify(await world.as(world.owner, tool)));
  answers.push(JSON.stringify(await world.as(world.owner, 'list_connection_tools', { connectionId })));
  for (const address of ['/v1/openapi.json', '/v1/tools', '/metrics', '/healthz']) {
    const response = await fetch(`${world.url}${address}`, { headers: { authorization: `Bearer ${world.readKey}` } });
    answers.push(await response.text());
  }
  const failed = await world
    .as(world.owner, 'add_connection', {
      service: 'x',
      name: 'x',
      kind: 'mcp-http',
      url: upstream.url.replace('/mcp', '/connect/status-401'),
      access,
    })
    .catch((error: Error) => [error.message, String(error)]);
  answers.push(failed);

  expect(holdsCanary(JSON.stringify(answers))).toBe(false);
  expect(holdsCanary(JSON.stringify(world.reported.map(String)))).toBe(false);
  expect(world.faults).toEqual([]);
  const files = readdirSync(world.folder).map((name) => path.join(world.folder, name));
  expect(files.length).toBeGreaterThan(0);
  for (const file of files) expect({ file, found: holdsCanary(readFileSync(file)) }).toEqual({ file, found: false });
  expect(holdsCanary(`x${canary}x`)).toBe(true);
});
