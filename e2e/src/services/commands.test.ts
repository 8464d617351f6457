import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openPlace, type Place, type Running } from '../cli/command.ts';
import { isAlive } from '../kit/is-alive.ts';

/** A command that ignores signals, and so does the process that it starts. It records both process IDs. */
const stubborn = `
import { spawn } from 'node:child_process';
import { appendFileSync } from 'node:fs';
const forever = 'process.on("SIGTERM", () => {}); setInterval(() => {}, 1e6)';
const inner = spawn(process.execPath, ['-e', forever], { stdio: 'ignore' });
process.on('SIGTERM', () => {});
setInterval(() => {}, 1e6);
appendFileSync(process.argv[2], process.pid + ' ' + inner.pid + '\\n');
const say = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n');
process.stdout.on('error', () => {});
let rest = '';
process.stdin.on('data', (chunk) => {
  const lines = (rest + chunk).split('\\n');
  rest = lines.pop();
  for (const line of lines) {
    const { id, method, params } = JSON.parse(line);
    if (method === 'initialize') say({ id, result: { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'x', version: '1' } } });
    else if (method === 'tools/list') say({ id, result: { tools: ['echo', 'hang'].map((name) => ({ name, inputSchema: { type: 'object' } })) } });
    else if (method === 'tools/call' && params.name === 'echo') say({ id, result: { content: [{ type: 'text', text: String(process.pid) }] } });
    else if (id !== undefined && method !== 'tools/call') say({ id, error: { code: -32601, message: 'no such method' } });
  }
});
`;

let place: Place;
let gateway: Running;
beforeEach(async () => {
  place = openPlace();
  writeFileSync(path.join(place.folder, 'stubborn.mjs'), stubborn);
  gateway = await place.start();
  const command = ['--command', process.execPath, '--arg', path.join(place.folder, 'stubborn.mjs'), '--arg', log()];
  await connections('add', '--service', 'stubborn', '--name', 'Stubborn', ...command);
});
afterEach(async () => {
  await gateway.stop();
  place[Symbol.dispose]();
});

const log = () => path.join(place.folder, 'starts.log');

async function connections(...args: string[]): Promise<void> {
  const { code, stderr } = await place.run(['connections', ...args]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
}

/** Process IDs of every command that was started, and of the process that it started. */
const started = () =>
  readFileSync(log(), 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split(' ').map(Number));
const running = () => started().filter((numbers) => numbers.some(isAlive));

async function call(tool: string): Promise<string> {
  const headers = { Authorization: `Bearer ${gateway.key}`, 'Content-Type': 'application/json' };
  const body = JSON.stringify({ toolSlug: `stubborn__${tool}` });
  const answer = await fetch(`${gateway.url}/v1/tools/execute_service_tool`, { method: 'POST', headers, body });
  return await answer.text();
}

it.each([
  ['remove', ['remove', 'stubborn']],
  ['pause', ['pause', 'stubborn']],
  ['edit', ['edit', 'stubborn', '--name', 'Other']],
])('%s by another process ends the command and its descendants within 5 seconds, even during a call', async (_what, args) => {
  await expect.poll(running).toEqual([]);
  await call('echo');
  const hanging = call('hang');
  expect(running()).toHaveLength(1);
  await connections(...args);
  await expect.poll(running, { timeout: 5000, interval: 50 }).toEqual([]);
  expect(await hanging).toMatch(/broke off its answer|may have completed this call/);
});

it('no command runs next to one of a killed gateway', async () => {
  await expect.poll(running).toEqual([]);
  const first = JSON.parse(await call('echo')).content[0].text;
  await gateway.stop('SIGKILL');
  expect(running().map(([number]) => String(number))).toEqual([first]);
  gateway = { ...(await place.start()), key: gateway.key };
  const second = JSON.parse(await call('echo')).content[0].text;
  expect(second).not.toBe(first);
  expect(running().map(([number]) => String(number))).toEqual([second]);
});
