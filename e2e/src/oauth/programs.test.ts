import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { Client } from 'mcp-sdk-1-32/client/index.js';
import { StdioClientTransport } from 'mcp-sdk-1-32/client/stdio.js';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import type { PeopleWorld } from '../console/people-world.ts';
import { freePort } from '../kit/free-port.ts';
import { addressIn, bePerson } from './be-person.ts';
import { openClient } from './sign-in.ts';
import { openSignInWorld } from './sign-in-world.ts';

const suite = fileURLToPath(import.meta.resolve('@modelcontextprotocol/conformance/dist/index.js'));
const bridge = path.join(path.dirname(fileURLToPath(import.meta.resolve('mcp-remote/package.json'))), 'dist/proxy.js');

/** Third-party programs that ask a person to open an address (D46). */
let world: PeopleWorld;
let folder: string;

beforeAll(async () => {
  world = await openSignInWorld();
  folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-programs-'));
});
afterAll(async () => {
  expect(world.faults).toEqual([]);
  await world[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

/** Opens the address that a program prints, signs in there, and returns the output of the program. */
async function follow(output: Readable): Promise<string> {
  const said: string[] = [];
  for await (const line of createInterface({ input: output })) {
    said.push(line);
    const address = addressIn(`${line}\n`, world);
    if (address !== undefined) await bePerson(world, address);
  }
  return said.join('\n');
}

it("the protocol's own conformance suite finds no fault in the authorization server", async () => {
  const port = await freePort();
  const { body } = await openClient(world.url).register({ redirect_uris: [`http://127.0.0.1:${port}/callback`] });
  const options = {
    url: `${world.url}/oauth`,
    'client-id': body.client_id,
    resource: `${world.url}/mcp`,
    port: `${port}`,
    'output-dir': folder,
  };
  const given = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
  const child = spawn(process.execPath, [suite, 'authorization', ...given], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const said = await follow(child.stdout);
  expect(await ended, said).toBe(0);
  expect(said).toContain('authorization-code-grant');
  expect(said).not.toMatch(/FAIL|SKIP/);
});

it("mcp-remote registers, gets a person's consent, and bridges a client without sign-in", async () => {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [bridge, `${world.url}/mcp`, `${await freePort()}`, '--transport', 'http-only'],
    // Without a PATH the program finds no browser to open.
    env: { MCP_REMOTE_CONFIG_DIR: folder, PATH: '' },
    stderr: 'pipe',
  });
  const said = follow(transport.stderr as Readable);
  const client = new Client({ name: 'e2e', version: '1' });
  // Ends a program that would wait for its person forever if the test fails.
  onTestFinished(() => transport.close());
  await client.connect(transport);
  const { structuredContent } = await client.callTool({ name: 'whoami', arguments: {} });
  expect(structuredContent).toMatchObject({ person: { email: 'owner@acme.test' }, keyPrefix: null });
  await client.close();
  expect(await said).toContain('Please authorize this client by visiting');
});
