import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { agentTools, createRegistry } from '@gatehouse/core';
import { freePort } from '../kit/free-port.ts';
import { until } from '../kit/until.ts';
import type { World } from '../kit/world.ts';
import { casesOf } from '../matrix/cases.ts';
import { createKeys } from '../matrix/key-states.ts';
import { createSurroundings } from '../matrix/named-items.ts';

interface Violation {
  location: string[];
  severity: string;
  message: string;
}

/** Sends every call of the matrix through Prism, which compares requests and answers with the document. Returns the differences. */
export async function callThroughPrism(world: World, folder: string): Promise<string[]> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const program = path.join(folder, 'node_modules/.bin/prism');
  const proxy = spawn(program, ['proxy', 'openapi.json', world.url, '--port', `${port}`, '--host', '127.0.0.1'], { cwd: folder });
  const ended = once(proxy, 'exit');
  try {
    proxy.stdout.resume();
    proxy.stderr.resume();
    await until('Prism answers', async () => (await fetch(`${url}/v1/openapi.json`).catch(() => undefined))?.ok === true);
    return await callAll(world, url);
  } finally {
    proxy.kill();
    await ended;
  }
}

async function callAll(world: World, url: string): Promise<string[]> {
  const surroundings = await createSurroundings(world);
  const keys = await createKeys(world, surroundings);
  const tools = createRegistry(agentTools).agentTools;
  const names = new Set(tools.map(({ definition }) => definition.name));
  const cases = casesOf(tools).filter(({ tool }) => names.has(tool));
  const wrong: string[] = [];
  let refused = 0;
  for (const { name, tool, key, input, expected, callsPerMinute = 100_000 } of cases) {
    const given = await input(surroundings);
    world.settings.callsPerMinute = callsPerMinute;
    const known = keys[key];
    const answer = await fetch(`${url}/v1/tools/${tool}`, {
      method: 'POST',
      headers: { ...(known !== undefined && { Authorization: `Bearer ${known}` }), 'Content-Type': 'application/json' },
      body: JSON.stringify(given),
    });
    await answer.arrayBuffer();
    const violations = JSON.parse(answer.headers.get('sl-violations') ?? '[]') as Violation[];
    // A request that must be refused differs from the document on purpose, so only the answer counts.
    const counted = violations.filter(({ location }) => expected === 'ok' || location[0] === 'response');
    refused += violations.length - counted.length;
    wrong.push(...counted.map(({ location, message }) => `${name}, ${answer.status}: ${location.join('.')} ${message}`));
  }
  if (refused === 0) wrong.push('Prism says nothing of requests that differ from the document, so it compares nothing');
  process.stdout.write(`  Prism compared ${cases.length} calls\n`);
  return wrong;
}
