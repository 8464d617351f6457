import { agentTools, componentSchemas } from '@gatehouse/core';
import { typescriptClient } from './typescript.ts';

/** The generated parts of the typed clients, by file below the root of the repository. */
export function makeTypedClients(): Map<string, string> {
  const components = componentSchemas(agentTools);
  return new Map([['packages/client/src/generated/tools.ts', typescriptClient(agentTools, components)]]);
}
