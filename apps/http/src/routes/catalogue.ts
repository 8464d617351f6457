import type { Gateway, ListedTool } from '@gatehouse/core';
import { readKey } from '@gatehouse/entrance';
import type { Context, Hono } from 'hono';
import { jsonAnswer, toResponse } from '../answers.ts';
import type { EntranceEnv } from '../bindings.ts';
import { type Compressed, compressAnswer } from '../headers/compress.ts';
import { entityTag, unlessKnown } from '../headers/entity-tags.ts';
import { buildOpenApi } from '../openapi/document.ts';

/**
 * Lists the tools of a key (D9), and describes the whole API to any caller. Answers shared by many callers are built for the first caller
 * and kept, so that they do not delay the start.
 */
export function addCatalogueRoutes(app: Hono<EntranceEnv>, gateway: Gateway): void {
  const written = new WeakMap<readonly ListedTool[], Listing>();
  let openApi: Listing | undefined;

  app.get('/v1/tools', async (c) => {
    const tools = await gateway.listTools(await gateway.identify({ type: 'key', key: readKey(c.env.incoming.rawHeaders) }));
    const list = written.get(tools) ?? listing(JSON.stringify({ tools }));
    written.set(tools, list);
    return await answer(c, list);
  });
  app.get('/v1/openapi.json', (c) => {
    openApi ??= listing(JSON.stringify(buildOpenApi(gateway)));
    return answer(c, openApi);
  });
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
  return toResponse(due.status === 304 ? due : await compressAnswer(due, c.env.incoming, compressed));
}
