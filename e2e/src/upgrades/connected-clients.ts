import { z } from 'zod';
import type { Loose } from '../kit/world.ts';
import { type ClientOfALibrary, httpClients, sdkClients, type Target } from '../mcp/clients.ts';
import type { Use } from './use-every-tool.ts';

/** A client that has listed the tools, and checks answers against the earlier result schemas if its library does so. */
export interface LongLivedClient {
  name: string;
  /** Names of the listed tools. */
  tools: string[];
  use: Use;
  close(): Promise<unknown>;
}

/** Clients of both eras over HTTP, one over stdio through the bridge of the old version, and a program without MCP. */
export async function connectAll(url: string, key: string, oldVersion: string): Promise<LongLivedClient[]> {
  const bridge: Target = { command: process.execPath, args: [oldVersion, 'mcp', '--url', `${url}/mcp`], env: { GATEHOUSE_KEY: key } };
  const newest = sdkClients.filter(({ name }) => /auto|1\.32/.test(name));
  return await Promise.all([
    ...httpClients.map((library) => connectMcp(library, library.name, { url: `${url}/mcp`, key })),
    ...newest.map((library) => connectMcp(library, `${library.name} over the bridge`, bridge)),
    openProgram(url, key),
  ]);
}

async function connectMcp(library: ClientOfALibrary, name: string, target: Target): Promise<LongLivedClient> {
  const client = await library.connect(target);
  return {
    name,
    tools: await client.listTools(),
    async use(tool, input) {
      const { isError, content, structuredContent } = await client.call(tool, input);
      if (isError || structuredContent === undefined) throw new Error(content.map(({ text }) => text).join(' '));
      return structuredContent;
    },
    close: () => client.close(),
  };
}

/** Checks every answer against the OpenAPI document that it was generated from. */
async function openProgram(url: string, key: string): Promise<LongLivedClient> {
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
  const ask = async (path: string, input?: object): Promise<Loose> => {
    const response = await fetch(`${url}${path}`, { headers, ...(input && { method: 'POST', body: JSON.stringify(input) }) });
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
    return await response.json();
  };
  const { paths } = await ask('/v1/openapi.json');
  const { tools } = await ask('/v1/tools');
  return {
    name: 'a program over HTTP',
    tools: tools.map(({ name }: Loose) => name),
    async use(tool, input) {
      const path = `/v1/tools/${tool}`;
      const answer = await ask(path, input);
      z.fromJSONSchema(paths[path].post.responses['200'].content['application/json'].schema).parse(answer);
      return answer;
    },
    close: async () => undefined,
  };
}
