import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { packageNames } from './package-names.mjs';
import { root } from './state-of-sources.mjs';

const schema = 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json';

/** Writes what MCP's registry takes: the command serves MCP over stdio, and a running gateway over HTTP. */
export function writeServerDescription(file) {
  const { version } = JSON.parse(readFileSync(path.join(root, 'apps/cli/package.json'), 'utf8'));
  const description = {
    $schema: schema,
    name: packageNames.server,
    title: 'Gatehouse',
    description: "An organization's documents, files, skills and tasks, and its connected services.",
    version,
    packages: [
      {
        registryType: 'npm',
        identifier: packageNames.command,
        version,
        transport: { type: 'stdio' },
        packageArguments: [{ type: 'positional', value: 'mcp' }],
        environmentVariables: [
          { name: 'GATEHOUSE_KEY', description: 'A key of the workspace', isRequired: true, isSecret: true, format: 'string' },
          { name: 'GATEHOUSE_DATA', description: 'The data directory of the workspace', isRequired: false, format: 'filepath' },
        ],
      },
    ],
  };
  writeFileSync(file, `${JSON.stringify(description, undefined, 2)}\n`);
}
