import type { Gateway, JsonObject } from '@gatehouse/core';
import { sharedComponents } from './components.ts';
import { gatewayOperations } from './gateway-operations.ts';
import { describeToolOperation } from './tool-operation.ts';

/** The whole API as an OpenAPI 3.1 document, derived from the tool definitions. */
export function buildOpenApi({ registry, settings }: Pick<Gateway, 'registry' | 'settings'>): JsonObject {
  const toolPaths = registry.agentTools.map((tool) => [`/v1/tools/${tool.definition.name}`, { post: describeToolOperation(tool) }]);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Gatehouse',
      version: '1.0.0',
      summary: "An organization's workspace and its connected services, for programs and agents.",
      description,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: settings.baseUrl ?? '/', description: 'This gateway' }],
    security: [{ key: [] }],
    tags: [
      { name: 'read', description: 'Tools that change nothing: any key may call them.' },
      { name: 'write', description: 'Tools that change the workspace: they need a key with write access.' },
      { name: 'services', description: 'Tools that call a connected service: they can answer 502.' },
      { name: 'gateway', description: 'What the gateway says of itself.' },
    ],
    paths: { ...Object.fromEntries(toolPaths), ...gatewayOperations },
    components: sharedComponents(settings.callsPerMinute),
  };
}

const description = `Every tool is one operation: \`POST /v1/tools/<name>\` with the arguments as a JSON object answers with the tool's result.
The same tools are offered over MCP, with the same keys, limits and activity log.

A key is created in the workspace application under Agents → Connect agent → Program, and sent as \`Authorization: Bearer <key>\`.
Identifiers are opaque strings; times are milliseconds since the Unix epoch.
Every answer carries \`X-Request-Id\`, which names the call in the activity log.`;
