import type { Gateway, ToolDescription } from '@gatehouse/core';
import { readKey } from '@gatehouse/entrance';
import type { Context, Hono } from 'hono';
import { jsonAnswer, toResponse } from '../answers.ts';
import type { EntranceEnv } from '../bindings.ts';
import { type Compressed, compressAnswer } from '../headers/compress.ts';
import { entityTag, unlessKnown } from '../headers/entity-tags.ts';
import { buildOpenApi } from '../openapi/document.ts';

/** What the gateway offers: the tools of a key (D9), and the whole API for anybody. What is the same for many is written once. */
export function addCatalogueRoutes(app: Hono<EntranceEnv>, gateway: Gateway): void {
  const { registry } = gateway;
  const write = (tools: readonly ToolDescription[]) => listing(JSON.stringify({ tools }));
  const written = new Map(
    (['read', 'write'] as const).map((access) => registry.describe({ access, key: null })).map((tools) => [tools, write(tools)]),
  );
  const openApi = listing(JSON.stringify(buildOpenApi(gateway)));

  app.get('/v1/tools', async (c) => {
    const tools = registry.describe(await gateway.identify({ type: 'key', key: readKey(c.env.incoming.rawHeaders) }));
    return await answer(c, written.get(tools) ?? write(tools));
  });
  app.get('/v1/openapi.json', (c) => answer(c, openApi));
}

interface Listing {
  json: string;
  tag: string;
  compressed: Compressed;
}

function listing(json: string): Listing {
  return { json, tag: entityTag(json), compressed: new Map() };
}

async function answer(c: Context<EntranceEnv>, { json, tag, compressed }: Listing): Promise<Response> {
  const due = unlessKnown(jsonAnswer(c.env.requestId, json, { ETag: tag }), c.req.header('if-none-match'));
  return toResponse(due.status === 304 ? due : await compressAnswer(due, c.req.header('accept-encoding'), compressed));
}
