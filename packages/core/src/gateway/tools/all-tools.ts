import { agentToolNames } from '@gatehouse/domain';
import type { z } from 'zod';
import { identityTools } from '../../identity/index.ts';
import type { AnyDefinition, Audience } from '../../kernel/context/tool.ts';
import { servicesTools } from '../../services/index.ts';
import { workspaceTools } from '../../workspace/index.ts';
import { gatewayTools } from '../index.ts';

const ofDistricts = [...workspaceTools, ...servicesTools, ...identityTools, ...gatewayTools] as const;
type AnyTool = (typeof ofDistricts)[number];

/** Tools of agents and programs, in the order of every list. */
export const agentTools: readonly AnyDefinition[] = inAgentOrder(toolsFor('agent'));
/** Operations of people in the console and on the command line. They use the same pipeline. */
export const peopleTools: readonly AnyDefinition[] = toolsFor('person');
/** Operations of people on their own account, in any organization. */
export const accountTools: readonly AnyDefinition[] = toolsFor('account');
/** Operations before signing in. */
export const visitorTools: readonly AnyDefinition[] = toolsFor('visitor');
/** Operations of the operator on the command line. */
export const operatorTools: readonly AnyDefinition[] = toolsFor('operator');

export const allTools: readonly AnyDefinition[] = [...agentTools, ...peopleTools, ...accountTools, ...visitorTools, ...operatorTools];

/** Arguments and results of every tool by its name: for programs that call tools and import none of our code. */
export type Tools = {
  [Tool in AnyTool as Tool['name']]: {
    audience: Tool['audience'];
    access: Tool['access'];
    input: z.input<Tool['input']>;
    output: z.input<Tool['output']>;
  };
};

function toolsFor(audience: Audience): AnyDefinition[] {
  const all: readonly AnyDefinition[] = ofDistricts;
  return all.filter((tool) => tool.audience === audience);
}

/** Puts a tool without a place last. A test reports it. */
function inAgentOrder(tools: AnyDefinition[]): AnyDefinition[] {
  const places = new Map<string, number>(agentToolNames.map((name, place) => [name, place]));
  const placeOf = ({ name }: AnyDefinition) => places.get(name) ?? places.size;
  return tools.sort((one, other) => placeOf(one) - placeOf(other));
}
