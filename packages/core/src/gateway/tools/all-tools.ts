import { agentToolNames } from '@gatehouse/domain';
import type { z } from 'zod';
import { identityTools } from '../../identity/index.ts';
import type { AnyDefinition, Audience } from '../../kernel/context/tool.ts';
import { servicesTools } from '../../services/index.ts';
import { workspaceTools } from '../../workspace/index.ts';
import { gatewayTools } from '../index.ts';

const ofDistricts = [...workspaceTools, ...servicesTools, ...identityTools, ...gatewayTools] as const;
type AnyTool = (typeof ofDistricts)[number];

/** What agents and programs can call, in the order that every list shows. */
export const agentTools: readonly AnyDefinition[] = inAgentOrder(toolsFor('agent'));
/** What people do in the console and on the command line, through the same pipeline as every call. */
export const peopleTools: readonly AnyDefinition[] = toolsFor('person');
/** What people do with their own account, in whichever organization. */
export const accountTools: readonly AnyDefinition[] = toolsFor('account');
/** What can be done before signing in. */
export const visitorTools: readonly AnyDefinition[] = toolsFor('visitor');
/** What only the operator can do, on the command line. */
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

/** A tool without a place in the order comes last; a test says so. */
function inAgentOrder(tools: AnyDefinition[]): AnyDefinition[] {
  const places = new Map<string, number>(agentToolNames.map((name, place) => [name, place]));
  const placeOf = ({ name }: AnyDefinition) => places.get(name) ?? places.size;
  return tools.sort((one, other) => placeOf(one) - placeOf(other));
}
