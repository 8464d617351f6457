import type { Gateway, ToolDescription } from '@gatehouse/core';
import { readKey } from '@gatehouse/entrance';
import type { Hono } from 'hono';
import { jsonAnswer, toResponse } from '../answers.ts';
import type { EntranceEnv } from '../bindings.ts';
import { buildOpenApi } from '../openapi/document.ts';

/** What the gateway offers: the tools of a key (D9), and the whole API for anybody. What is the same for many is written once. */
export function addCatalogueRoutes(app: Hono<EntranceEnv>, gateway: Gateway): void {
  const { registry } = gateway;
  const write = (tools: readonly ToolDescription[]) => JSON.stringify({ tools });
  const written = new Map(
    (['read', 'write'] as const).map((access) => registry.describe({ access, key: null })).map((tools) => [tools, write(tools)]),
  );
  const openApi = JSON.stringify(buildOpenApi(gateway));

  app.get('/v1/tools', async (c) => {
    const tools = registry.describe(await gateway.identify({ type: 'key', key: readKey(c.env.incoming.rawHeaders) }));
    return toResponse(jsonAnswer(c.env.requestId, written.get(tools) ?? write(tools)));
  });
  app.get('/v1/openapi.json', (c) => toResponse(jsonAnswer(c.env.requestId, openApi)));
}
