import { type AccessLevel, allows, type DirectTool, isServiceTool, isToolWithin, roles } from '@gatehouse/domain';
import type { Caller, LimitedBy, ToolRefusal } from '../../kernel/context/context.ts';
import { heldToReading } from '../../kernel/context/key-level.ts';
import type { AnyDefinition, Audience } from '../../kernel/context/tool.ts';
import { GatewayError, unauthorized } from '../../kernel/errors/errors.ts';
import { type ArgumentReader, createArgumentReader } from '../../kernel/schema/arguments.ts';
import { type JsonSchema, toJsonSchema } from './json-schema.ts';

/** A tool as both entrances describe it (D9). */
export interface ToolDescription {
  name: string;
  title: string;
  description: string;
  access: AccessLevel;
  inputSchema: JsonSchema;
  outputSchema: JsonSchema;
  annotations: { title: string; readOnlyHint: boolean; destructiveHint: boolean; idempotentHint: boolean; openWorldHint: boolean };
}

export interface RegisteredTool {
  definition: AnyDefinition;
  arguments: ArgumentReader;
  description: ToolDescription;
}

/** Description of a tool for lists. A service describes its own results. */
export type ListedTool = Omit<ToolDescription, 'outputSchema'> & Partial<Pick<ToolDescription, 'outputSchema'>>;

/** A tool by the name that its caller gave; `registered` is undefined if no tool has this name. */
export interface NamedTool {
  name: string;
  registered: RegisteredTool | undefined;
  /** Tool of a service that was called by its own name. If the key lists it, the call counts as a call of `execute_service_tool`. // D76 */
  direct?: string;
}

export interface Registry {
  find(name: string): RegisteredTool | undefined;
  /** Looks a tool up for a call. An entrance does this once, and the tool travels with the call. */
  named(name: string): NamedTool;
  /** Every agent tool, in the order of the catalogue. */
  agentTools: readonly RegisteredTool[];
  /** Agents' tools that a caller can call, in fixed order. Keys of one access without tool limits get the same array. // D9, D49 */
  describe(caller: Allowed): readonly ToolDescription[];
  /** True if a caller can call a tool. Other tools are not listed, and their data is not served elsewhere either. // D49 */
  allows(caller: Allowed, name: string): boolean;
  /** First refusal of a tool to a caller: `not_found` if the tool does not exist for it, then `forbidden`. // D1, D6 */
  refusal(name: string, caller: Caller): ToolRefusal | undefined;
}

/** Parts of a caller that decide about tools. */
export type Allowed = Pick<Caller, 'access'> & LimitedBy;

/** All tools by name. */
export function createRegistry(definitions: readonly AnyDefinition[]): Registry {
  const byName = new Map<string, RegisteredTool>();
  for (const definition of definitions) {
    if (byName.has(definition.name)) throw new Error(`two tools are called ${definition.name}`);
    byName.set(definition.name, registered(definition));
  }
  const agentTools = [...byName.values()].filter((tool) => tool.definition.audience === 'agent');
  const describedFor = new Map<AccessLevel, readonly ToolDescription[]>();

  function described(access: AccessLevel): readonly ToolDescription[] {
    const found = describedFor.get(access);
    if (found) return found;
    const allowed = agentTools.filter((tool) => allows(access, tool.definition.access));
    const descriptions = allowed.map((tool) => tool.description);
    describedFor.set(access, descriptions);
    return descriptions;
  }

  function named(name: string): NamedTool {
    if (!isServiceTool(name)) return { name, registered: byName.get(name) };
    return { name: directGate, registered: byName.get(directGate), direct: name };
  }

  return {
    find: (name) => byName.get(name),
    named,
    agentTools,
    describe({ access, key }) {
      const limits = key?.limits;
      return limits?.tools ? described(access).filter(({ name }) => isToolWithin(limits, name)) : described(access);
    },
    allows({ access, key }, name) {
      const definition = byName.get(name)?.definition;
      return definition !== undefined && allows(access, definition.access) && isToolWithin(key?.limits ?? null, name);
    },
    refusal: (name, caller) => toolRefusal(named(name), caller),
  };
}

/** Runs tools of services that are called by their own names. */
const directGate = 'execute_service_tool';

function toolRefusal(tool: NamedTool, caller: Caller): ToolRefusal | undefined {
  const { registered } = tool;
  if (!registered || !isFor(registered.definition, caller) || (tool.direct !== undefined && !directToolOf(tool, caller)))
    return { check: 'tool', error: unknownTool(givenName(tool)) };
  return accessRefusal(registered.definition, caller);
}

/** The tool of a call, if its caller may run it. Throws the first refusal. // D1, D6 */
export function requireTool(tool: NamedTool, caller: Caller): RegisteredTool {
  const refused = toolRefusal(tool, caller);
  if (refused) throw refused.error;
  return tool.registered as RegisteredTool;
}

/** Direct tool of the caller's key that a call names. Undefined for other calls. // D76 */
export function directToolOf({ direct }: NamedTool, { key }: Pick<Caller, 'key'>): DirectTool | undefined {
  return direct === undefined ? undefined : key?.directTools?.find(({ toolSlug }) => toolSlug === direct);
}

/** Name of a tool as its caller gave it. */
export function givenName({ name, direct }: Pick<NamedTool, 'name' | 'direct'>): string {
  return direct ?? name;
}

/** Throws `unauthorized` for a visitor who calls a tool for others, so that the answer never shows which tools exist. */
export function refuseVisitor({ registered }: NamedTool, { type }: Caller): void {
  if (type === 'visitor' && registered?.definition.audience !== 'visitor') throw unauthorized('sign in first, and call again');
}

/** Cache with one entry for each definition, shared by all registries. */
const known = new WeakMap<AnyDefinition, RegisteredTool>();

function registered(definition: AnyDefinition): RegisteredTool {
  const found = known.get(definition) ?? new LazyTool(definition);
  known.set(definition, found);
  return found;
}

/** Converts the schemas of a tool once, on first use: a command calls one tool and describes none. */
class LazyTool implements RegisteredTool {
  readonly definition: AnyDefinition;
  #arguments: ArgumentReader | undefined;
  #description: ToolDescription | undefined;

  constructor(definition: AnyDefinition) {
    this.definition = definition;
  }

  get arguments(): ArgumentReader {
    return (this.#arguments ??= createArgumentReader(this.definition.input));
  }

  get description(): ToolDescription {
    return (this.#description ??= describeTool(this.definition));
  }
}

/** People's tools do not exist for keys, and the operator's tools exist only for the operator. */
function isFor({ audience }: AnyDefinition, { type, session }: Caller): boolean {
  return audiencesOf[type].includes(audience) || (type === 'person' && session !== null && audiencesOf.account.includes(audience));
}

/** Audiences of a caller. A person who is signed in also has the tools of an account. */
const audiencesOf: Record<Caller['type'], readonly Audience[]> = {
  key: ['agent'],
  person: ['agent', 'person'],
  account: ['account', 'visitor'],
  visitor: ['visitor'],
  operator: ['operator'],
};

function accessRefusal({ name, access, role }: AnyDefinition, caller: Caller): ToolRefusal | undefined {
  if (!allows(caller.access, access)) {
    const held = heldToReading(caller.key, `${name} changes data`, access);
    if (held) return { check: 'access', error: held };
    return forbidden('access', `${name} changes data, but this key has read access; use a key with write access`);
  }
  if (!isToolWithin(caller.key?.limits ?? null, name))
    return forbidden('key_limits', `this key is limited to other tools than ${name}; use a key that can call it`);
  if (role && roles.indexOf(caller.role) > roles.indexOf(role))
    return forbidden('role', `${name} is for ${role}s of the organization; ask one of them`);
  return undefined;
}

function forbidden(check: ToolRefusal['check'], message: string): ToolRefusal {
  return { check, error: new GatewayError('forbidden', message) };
}

/** Error for an unknown name and for a tool that is not for this caller: both look the same. // D6 */
export function unknownTool(name: string): GatewayError {
  if (name === '') return new GatewayError('not_found', 'the call names no tool: give "name"; tools/list names those this key can call');
  const shown = JSON.stringify(name.toWellFormed().slice(0, 80));
  return new GatewayError('not_found', `there is no tool ${shown}; GET /v1/tools or tools/list names those this key can call`);
}

function describeTool({ name, title, description, access, hints, input, output }: AnyDefinition): ToolDescription {
  return {
    name,
    title,
    description,
    access,
    inputSchema: toJsonSchema(input, 'input'),
    outputSchema: toJsonSchema(output, 'output'),
    annotations: {
      title,
      readOnlyHint: access === 'read' && !hints.destructive,
      destructiveHint: hints.destructive,
      idempotentHint: hints.idempotent,
      openWorldHint: hints.openWorld,
    },
  };
}
