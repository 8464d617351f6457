import type { Gateway } from '@gatehouse/core';
import { readKey } from '@gatehouse/entrance';
import type { Hono } from 'hono';
import { jsonAnswer, toResponse } from '../answers.ts';
import type { EntranceEnv } from '../bindings.ts';
import { buildOpenApi } from '../openapi/document.ts';

/** What the gateway offers: the tools of a key (D9), and the whole API for anybody. Both are written once, at the start. */
export function addCatalogueRoutes(app: Hono<EntranceEnv>, gateway: Gateway): void {
  const describe = (access: 'read' | 'write') => JSON.stringify({ tools: gateway.registry.describe(access) });
  const tools = { read: describe('read'), write: describe('write') };
  const openApi = JSON.stringify(buildOpenApi(gateway));

  app.get('/v1/tools', async (c) => {
    const { access } = await gateway.identify({ type: 'key', key: readKey(c.env.incoming.rawHeaders) });
    return toResponse(jsonAnswer(c.env.requestId, tools[access]));
  });
  app.get('/v1/openapi.json', (c) => toResponse(jsonAnswer(c.env.requestId, openApi)));
}
