import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Client, SSEClientTransport, StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { freePort } from '../kit/free-port.ts';
import type { Loose } from '../kit/world.ts';
import type { PublicServer } from './public-servers.ts';
import { openServiceWorld, type ServiceWorld } from './service-world.ts';

interface Compared {
  report: string;
  faults: string[];
}

interface Outcome {
  isError: boolean;
  /** The result, or the words of the refusal. */
  said: string;
}

/** Lists and calls a server directly and through a gateway. Each difference is a fault. */
export async function comparePublicServer(server: PublicServer, program: string): Promise<Compared> {
  const folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-public-'));
  const port = await freePort();
  const filled = (text: string) => text.replaceAll('{port}', String(port)).replaceAll('{folder}', folder);
  const command = {
    args: [program, ...server.args.map(filled)],
    env: Object.fromEntries(Object.entries(server.env ?? {}).map(([name, value]) => [name, filled(value)])),
  };
  // Some servers answer only to this host name.
  const url = `http://localhost:${port}${server.path ?? ''}`;
  const listening = server.transport === 'stdio' ? undefined : await start(command, port);
  const world = await openServiceWorld({ connectMs: 60_000 });
  try {
    if (server.transport === 'stdio') await world.addCommand('public', command.args, { env: command.env });
    else await world.addHttp('public', url);
    return await compare(world, server, transportOf(server, command, url));
  } catch (error) {
    return { report: 'not connected', faults: [String(error)] };
  } finally {
    await world[Symbol.asyncDispose]();
    await stop(listening);
    rmSync(folder, { recursive: true, force: true });
  }
}

async function compare(world: ServiceWorld, { call }: PublicServer, transport: Transport): Promise<Compared> {
  const client = new Client({ name: 'direct', version: '1' });
  await client.connect(transport);
  try {
    const faults: string[] = [];
    const { tools } = await client.listTools();
    const expected = tools.map(({ name, description }) => `${name} ${description ?? ''}`).sort();
    const seen = (await everyTool(world)).map(({ toolSlug, description }) => `${toolSlug.slice('public__'.length)} ${description}`).sort();
    const missing = expected.filter((tool) => !seen.includes(tool));
    if (missing.length > 0 || seen.length !== expected.length)
      faults.push(`lists ${seen.length} tools of ${expected.length}, without ${missing.join(' | ').slice(0, 500)}`);
    const direct = await callDirectly(client, call);
    const answer = await world.run(`public__${call.name}`, call.arguments);
    const through: Outcome = answer.ok
      ? { isError: false, said: JSON.stringify(answer.value) }
      : { isError: true, said: answer.error.message };
    if (!isSame(direct, through)) faults.push(`${call.name} says ${through.said.slice(0, 500)}, and directly ${direct.said.slice(0, 500)}`);
    faults.push(...world.faults.map((fault) => `a fault of ours: ${fault}`));
    return { report: `${seen.length} tools, ${call.name} ${direct.isError ? 'refuses' : 'answers'}`, faults };
  } finally {
    await client.close();
  }
}

async function everyTool(world: ServiceWorld): Promise<Loose[]> {
  const { tools } = await world.as(world.owner, 'list_service_tools', { service: 'public', limit: 200 });
  const whole = tools.map(({ toolSlug }: Loose) => world.as(world.owner, 'list_service_tools', { toolSlug }));
  return (await Promise.all(whole)).flatMap((page) => page.tools);
}

async function callDirectly(client: Client, call: PublicServer['call']): Promise<Outcome> {
  try {
    const { content, structuredContent, isError } = (await client.callTool(call)) as Loose;
    if (isError) return { isError, said: (content as Loose[]).map(({ text }) => text ?? '').join(' ') };
    return { isError: false, said: JSON.stringify({ content, ...(structuredContent ? { structuredContent } : {}) }) };
  } catch (error) {
    return { isError: true, said: (error as Error).message };
  }
}

/**
 * Compares two outcomes. A refusal contains the server's message, cut and on one line, or our own message if the arguments violate the
 * server's schema.
 */
function isSame(direct: Outcome, through: Outcome): boolean {
  if (!direct.isError) return direct.said === through.said;
  const words = direct.said
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, 60);
  return through.isError && (through.said.includes(words) || through.said.includes('do not match the input schema'));
}

function transportOf({ transport }: PublicServer, { args, env }: { args: string[]; env: Record<string, string> }, url: string): Transport {
  if (transport === 'http') return new StreamableHTTPClientTransport(new URL(url));
  if (transport === 'sse') return new SSEClientTransport(new URL(url));
  return new StdioClientTransport({ command: process.execPath, args, env, stderr: 'ignore' });
}

async function start({ args, env }: { args: string[]; env: Record<string, string> }, port: number): Promise<ChildProcess> {
  const child = spawn(process.execPath, args, { env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env }, stdio: 'ignore' });
  // Servers report in different ways that they listen, so this checks the port.
  while (!(await accepts(port))) {
    if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode} before it listened`);
    await wait(100);
  }
  return child;
}

async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, 'localhost');
  const isOpen = await Promise.race([once(socket, 'connect').then(() => true), once(socket, 'error').then(() => false)]).catch(() => false);
  socket.destroy();
  return isOpen;
}

async function stop(child: ChildProcess | undefined): Promise<void> {
  if (!child || child.exitCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}
