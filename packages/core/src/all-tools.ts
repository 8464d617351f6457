import type { z } from 'zod';
import {
  type AccountTool,
  accountTools,
  type OperatorTool,
  operatorTools,
  type PersonTool,
  peopleTools,
  type VisitorTool,
  visitorTools,
} from './people-tools.ts';
import type { AnyDefinition } from './tool.ts';
import { type AgentTool, agentTools } from './tools/index.ts';

/** Every tool there is. */
export const allTools: readonly AnyDefinition[] = [...agentTools, ...peopleTools, ...accountTools, ...visitorTools, ...operatorTools];

/** What every tool takes and gives, by its name: for programs that call tools and import no code of ours. */
export type Tools = {
  [Tool in AgentTool | PersonTool | AccountTool | VisitorTool | OperatorTool as Tool['name']]: {
    audience: Tool['audience'];
    access: Tool['access'];
    input: z.input<Tool['input']>;
    output: z.input<Tool['output']>;
  };
};
