import { readFileSync } from 'node:fs';
import path from 'node:path';
import { agentTools, componentSchemas } from '@gatehouse/core';
import { root } from '../reference/source/syntax.ts';
import { pythonClient } from './python.ts';
import { typescriptClient } from './typescript.ts';

/** Generates the parts of the typed clients, by file below the root of the repository. */
export function makeTypedClients(): Map<string, string> {
  const components = componentSchemas(agentTools);
  const template = readFileSync(path.join(root, 'packages/client/python/template.py'), 'utf8');
  return new Map([
    ['packages/client/src/generated/tools.ts', typescriptClient(agentTools, components)],
    ['packages/client/python/gatehouse.py', pythonClient(template, agentTools, components)],
  ]);
}
