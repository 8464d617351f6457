import { operatorTools, peopleTools } from './people-tools.ts';
import type { AnyDefinition } from './tool.ts';
import { agentTools } from './tools/index.ts';

/** Every tool there is. */
export const allTools: readonly AnyDefinition[] = [...agentTools, ...peopleTools, ...operatorTools];
