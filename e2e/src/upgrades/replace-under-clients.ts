import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '../kit/free-port.ts';
import { verify } from '../processes/server.ts';
import { connectAll, type LongLivedClient } from './connected-clients.ts';
import type { EmptyEngine } from './empty-engines.ts';
import { openTwoPlaces } from './two-places.ts';
import { useEveryTool } from './use-every-tool.ts';
import { thisVersion, versionOn } from './version.ts';

/** Replaces an old version by this one while clients stay connected, and gives which of their calls failed. */
export async function replaceUnderClients(oldVersion: string, engine: EmptyEngine): Promise<string[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-replaced-'));
  const clients: LongLivedClient[] = [];
  try {
    await using service = await openTwoPlaces();
    const data = path.join(folder, 'data');
    const environment = {
      ...(await engine.environment()),
      GATEHOUSE_PORT: String(await freePort()),
      GATEHOUSE_CALLS_PER_MINUTE: '1000000',
      GATEHOUSE_ALLOW_PRIVATE_SERVICES: '127.0.0.0/8',
    };
    const old = versionOn(oldVersion, data, environment);
    const running = await old.start();
    const token = path.join(folder, 'token');
    writeFileSync(token, service.token);
    const access = ['--access', 'bearer', '--token-file', token];
    await old.json([
      'connections',
      'add',
      '--openapi',
      service.documentUrl,
      '--service',
      'weather',
      '--name',
      'Weather',
      '--organization',
      ...access,
    ]);
    clients.push(...(await connectAll(running.url, running.quickstartKey as string, oldVersion)));
    const before = await Promise.all(clients.map((client) => useAll(client, 'before')));

    await running.stop('SIGTERM');
    const replaced = await versionOn(thisVersion, data, environment).start();
    const after = await Promise.all(clients.map((client) => useAll(client, 'after')));
    const edited = await Promise.all(clients.map((client, index) => editOlder(client, before[index]?.left)));
    await Promise.all(clients.splice(0).map((client) => client.close()));
    await replaced.stop();

    const { problems } = await verify(data, environment);
    const calls = after.reduce((sum, { used }) => sum + used.size, 0);
    process.stdout.write(`on ${engine.name}, ${after.length} clients made ${calls} calls after the replacement\n`);
    return [...before, ...after, ...edited.map((wrong) => ({ wrong }))]
      .flatMap(({ wrong }) => wrong)
      .concat(problems.map((one) => `verify says ${JSON.stringify(one)}`))
      .map((one) => `${engine.name}: ${one}`);
  } finally {
    await Promise.allSettled(clients.map((client) => client.close()));
    rmSync(folder, { recursive: true });
  }
}

interface Used {
  used: Set<string>;
  wrong: string[];
  left?: { docId: string; versionCount: number };
}

/** Calls every tool that the client was listed. */
async function useAll({ name, tools, use }: LongLivedClient, when: string): Promise<Used> {
  const used = new Set<string>();
  const watched = async (tool: string, input: object) => {
    used.add(tool);
    return await use(tool, input).catch((error: unknown) => {
      throw new Error(`${tool}: ${error instanceof Error ? error.message : error}`);
    });
  };
  try {
    const left = await useEveryTool(watched, `${when}-${crypto.randomUUID().slice(0, 8)}`);
    const forgotten = tools.filter((tool) => !used.has(tool));
    return { used, left, wrong: forgotten.map((tool) => `${name} never called ${tool}`) };
  } catch (error) {
    return { used, wrong: [`${name}, ${when}: ${(error as Error).message}`] };
  }
}

/** Changes documents that the client created before, if it knows any. */
async function editOlder({ name, use }: LongLivedClient, left: Used['left']): Promise<string[]> {
  if (left === undefined) return [];
  const { docId, versionCount } = left;
  try {
    const edited = await use('edit_doc', { docId, oldText: '# Plan', newText: '# Plan of before', expectedVersionCount: versionCount });
    return edited.versionCount === versionCount + 1 ? [] : [`${name} made version ${edited.versionCount} of what had ${versionCount}`];
  } catch (error) {
    return [`${name}, on what it made before: ${(error as Error).message}`];
  }
}
