import { componentSchemas, type Gateway, type JsonObject } from '@gatehouse/core';
import { type AgentTool, agentToolTable, type ToolGroup } from '@gatehouse/domain';
import { sharedComponents } from './components.ts';
import { gatewayOperations } from './gateway-operations.ts';
import { describeToolOperation } from './tool-operation.ts';

/** The whole API as an OpenAPI 3.1 document, derived from the tool definitions. */
export function buildOpenApi({ registry, settings }: Pick<Gateway, 'registry' | 'settings'>): JsonObject {
  const definitions = registry.agentTools.map(({ definition }) => definition);
  const { schemas, tools } = componentSchemas(definitions);
  const toolPaths = definitions.flatMap((tool) => {
    const described = tools[tool.name];
    return described ? [[`/v1/tools/${tool.name}`, { post: describeToolOperation(tool, described, groupOf(tool.name)) }]] : [];
  });
  return {
    openapi: '3.1.0',
    info: {
      title: 'Gatehouse',
      version: '1.0.0',
      summary: "An organization's workspace and its connected services, for programs and agents.",
      description,
      contact: { name: 'The operator of this gateway' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: settings.baseUrl ?? '/', description: 'This gateway' }],
    security: [{ key: [] }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths: { ...Object.fromEntries(toolPaths), ...gatewayOperations },
    components: sharedComponents(settings.callsPerMinute, schemas),
  };
}

const tags: Record<ToolGroup | 'gateway', string> = {
  find: 'Identity of the caller, and search for items and lines.',
  documents: 'Markdown documents and their bodies.',
  files: 'Files and skills.',
  folders: 'Folders, tags and versions of items.',
  tasks: 'Tasks, and the people to whom they can be assigned.',
  comments: 'Comments on items and tasks.',
  services: 'Connected services and their tools. Running a tool can return 502.',
  gateway: 'Information about the gateway.',
};

function groupOf(tool: string): ToolGroup {
  const table: Readonly<Record<string, AgentTool>> = agentToolTable;
  return table[tool]?.group ?? 'find';
}

const description = `Every tool is one operation: \`POST /v1/tools/<name>\` with the arguments as a JSON object returns the tool's result.
The same tools are offered over MCP, with the same keys, limits and activity log.

A key is created in the workspace application under Agents → Connect agent → Program, and sent as \`Authorization: Bearer <key>\`.
Identifiers are opaque strings; times are milliseconds since the Unix epoch.
Every answer carries \`X-Request-Id\`, which identifies the call in the activity log.`;
