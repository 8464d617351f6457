import type { AccessLevel, Role } from '@gatehouse/domain';
import type { Op } from '@gatehouse/storage';
import type { z } from 'zod';
import type { OutsideCall } from '../ports/outside-call.ts';
import type { Deprecation } from '../schema/deprecation.ts';
import type { OutsideContext, Ports, ToolContext } from './context.ts';

/** Hints for agents, as MCP names them. They are required, because safety must not depend on a default. */
export interface ToolHints {
  destructive: boolean;
  idempotent: boolean;
  openWorld: boolean;
}

/**
 * Audience of a tool. Agents and programs call `agent` tools with a key; people call these and `person` tools, in the console or on the
 * command line. `account` tools are for signed-in accounts, `visitor` tools for all who open the console, and `operator` tools only for the
 * command line.
 */
export type Audience = 'agent' | 'person' | 'account' | 'visitor' | 'operator';

interface Definition<
  Name extends string,
  For extends Audience,
  Input extends z.ZodObject,
  Output extends z.ZodType,
  Level extends AccessLevel,
> {
  name: Name;
  title: string;
  /** Description for a model: effect, result, and tools to call before or after. */
  description: string;
  audience: For;
  access: Level;
  hints: ToolHints;
  /** Minimum role of a person who may call it. */
  role?: Role;
  input: Input;
  output: Output;
  /** Announces the removal of the tool (D71). */
  deprecation?: Deprecation;
  /** Fields of the result that are long texts. Over MCP, the one that is present comes as a separate block, unescaped. */
  textFields?: readonly string[];
  /** True if a result can come with a picture. Over MCP the picture replaces structured content, so no schema for it is listed (D24.5). */
  showsPictures?: boolean;
  /** True if the result is a connected service's own answer (`content`, `structuredContent`). It passes through MCP unchanged (D35). */
  passesThrough?: boolean;
  /** Maximum bytes of JSON in the arguments of this tool, if the ordinary maximum is not enough (D17). */
  maximumArgumentBytes?: number;
  /** A real call, shown in the OpenAPI document and checked against both schemas. */
  example: { input: z.input<Input>; output: z.input<Output> };
}

/** A tool that is one program over the store: one transaction with its limit and its activity row. */
interface WorkspaceDefinition<
  Name extends string,
  For extends Audience,
  Input extends z.ZodObject,
  Output extends z.ZodType,
  Level extends AccessLevel,
> extends Definition<Name, For, Input, Output, Level> {
  /** True for one step of a long job with many calls: other calls go first. */
  givesWay?: true;
  /** Runs the tool. It runs again from the start after waiting for bytes of the file store. */
  run(context: ToolContext, input: z.output<Input>): Op<z.input<Output>>;
  /**
   * Runs after the commit of a successful call and before its answer. The changes can no longer be rolled back, and a fault here does not
   * change the answer.
   */
  afterCommit?(context: Pick<ToolContext, 'store' | 'now'> & Pick<Ports, 'files'>): Promise<void>;
}

/** A tool that leaves the process. `prepare` refuses everything that can be refused before sending. */
interface ServiceDefinition<
  Name extends string,
  For extends Audience,
  Input extends z.ZodObject,
  Output extends z.ZodType,
  Prepared,
  Level extends AccessLevel,
> extends Definition<Name, For, Input, Output, Level> {
  prepare(context: OutsideContext, input: z.output<Input>): Op<Prepared>;
  runOutside(context: OutsideContext, prepared: Prepared, call: OutsideCall): Promise<z.input<Output>>;
  /** Checks again if the caller may see the answer: after the service has given it, and when the call is repeated (D70). */
  checkAgain(context: OutsideContext, input: z.output<Input>, connectionId: string): Op<void>;
  /** Transforms the result in the transaction of the activity row. Without it, the result is returned unchanged. */
  conclude?(context: OutsideContext, prepared: Prepared, brought: z.input<Output>): Op<z.input<Output>>;
}

/** A tool that changes the store with its outside result: `conclude` runs in the transaction of the activity row. */
interface DiscoveryDefinition<
  Name extends string,
  For extends Audience,
  Input extends z.ZodObject,
  Output extends z.ZodType,
  Prepared,
  Brought,
  Level extends AccessLevel,
> extends Definition<Name, For, Input, Output, Level> {
  /** True if `prepare` writes facts that must be stored before outside work, such as password attempts. They are committed then. */
  preparationChanges?: true;
  prepare(context: OutsideContext, input: z.output<Input>): Op<Prepared>;
  runOutside(context: OutsideContext, prepared: Prepared, call: OutsideCall): Promise<Brought>;
  conclude(context: OutsideContext, prepared: Prepared, brought: Brought): Op<z.input<Output>>;
}

// Without type arguments, these are the tools that the gateway runs. It passes the parsed `input` to `run`, and the prepared value to
// `runOutside` and `conclude`. Method parameters are compared in both directions, so every tool is assignable.

export interface WorkspaceTool<
  Name extends string = string,
  For extends Audience = Audience,
  Input extends z.ZodObject = z.ZodObject,
  Output extends z.ZodType = z.ZodType,
  Level extends AccessLevel = AccessLevel,
> extends WorkspaceDefinition<Name, For, Input, Output, Level> {
  kind: 'workspace';
}

export interface ServiceTool<
  Name extends string = string,
  For extends Audience = Audience,
  Input extends z.ZodObject = z.ZodObject,
  Output extends z.ZodType = z.ZodType,
  Prepared = unknown,
  Level extends AccessLevel = AccessLevel,
> extends ServiceDefinition<Name, For, Input, Output, Prepared, Level> {
  kind: 'service';
}

export interface DiscoveryTool<
  Name extends string = string,
  For extends Audience = Audience,
  Input extends z.ZodObject = z.ZodObject,
  Output extends z.ZodType = z.ZodType,
  Prepared = unknown,
  Brought = unknown,
  Level extends AccessLevel = AccessLevel,
> extends DiscoveryDefinition<Name, For, Input, Output, Prepared, Brought, Level> {
  kind: 'discovery';
}

/** A tool that leaves the process. */
export type OutsideTool = ServiceTool | DiscoveryTool;

export type AnyDefinition = WorkspaceTool | OutsideTool;

/** Types a tool's definition and sets its kind. */
export function defineTool<
  const Name extends string,
  const For extends Audience,
  Input extends z.ZodObject,
  Output extends z.ZodType,
  const Level extends AccessLevel,
>(definition: WorkspaceDefinition<Name, For, Input, Output, Level>): WorkspaceTool<Name, For, Input, Output, Level> {
  return { kind: 'workspace', ...definition };
}

export function defineServiceTool<
  const Name extends string,
  const For extends Audience,
  Input extends z.ZodObject,
  Output extends z.ZodType,
  Prepared,
  const Level extends AccessLevel,
>(definition: ServiceDefinition<Name, For, Input, Output, Prepared, Level>): ServiceTool<Name, For, Input, Output, Prepared, Level> {
  return { kind: 'service', ...definition };
}

export function defineDiscoveryTool<
  const Name extends string,
  const For extends Audience,
  Input extends z.ZodObject,
  Output extends z.ZodType,
  Prepared,
  Brought,
  const Level extends AccessLevel,
>(
  definition: DiscoveryDefinition<Name, For, Input, Output, Prepared, Brought, Level>,
): DiscoveryTool<Name, For, Input, Output, Prepared, Brought, Level> {
  return { kind: 'discovery', ...definition };
}
