import type { AccessLevel, Op, Role } from '@gatehouse/storage';
import type { z } from 'zod';
import type { ToolContext } from './context.ts';

/** Hints for agents, as MCP names them. Required: what safety depends on is never left to a default. */
export interface ToolHints {
  destructive: boolean;
  idempotent: boolean;
  openWorld: boolean;
}

/** Lets a call that left the process be stopped and watched. */
export interface OutsideCall {
  signal: AbortSignal;
  onProgress?: ((progress: { progress: number; total?: number | undefined; message?: string | undefined }) => void) | undefined;
}

interface ToolDefinition<Input extends z.ZodObject, Output extends z.ZodType> {
  name: string;
  title: string;
  /** Written for a model: what it does, what it returns, which tool comes before or after. */
  description: string;
  /** Agents and programs call `agent` tools with a key; people call all but `operator` tools in the console or on the command line. */
  audience: 'agent' | 'person' | 'operator';
  access: AccessLevel;
  hints: ToolHints;
  /** The least role of a person who may call it. */
  role?: Role;
  input: Input;
  output: Output;
  /** The field of the result that is a long text: over MCP it comes as a block of its own, unescaped. */
  textField?: string;
  /** The result is a connected service's own answer (`content`, `structuredContent`) and passes through MCP as it stands (D35). */
  passesThrough?: boolean;
  /** Bytes of JSON that the arguments of this tool may have where the ordinary size is not enough (D17). */
  maximumArgumentBytes?: number;
  /** A real call, shown in the OpenAPI document and checked against both schemas. */
  example: { input: z.input<Input>; output: z.input<Output> };
}

/** A tool whose whole work is a program over the store: one transaction with its limit and its activity row. */
export interface WorkspaceToolDefinition<Input extends z.ZodObject, Output extends z.ZodType> extends ToolDefinition<Input, Output> {
  /** Runs again from the start when it had to wait for bytes of the file store. */
  run(context: ToolContext, input: z.output<Input>): Op<z.input<Output>>;
  /** What is done before the answer of a call that succeeded leaves, when its changes can no longer be taken back. A fault of it changes no answer. */
  afterCommit?(context: Pick<ToolContext, 'store' | 'files' | 'now'>): Promise<void>;
}

/** A tool that leaves the process: `prepare` refuses everything that can be refused before anything is sent. */
export interface ServiceToolDefinition<Input extends z.ZodObject, Output extends z.ZodType, Prepared>
  extends ToolDefinition<Input, Output> {
  prepare(context: ToolContext, input: z.output<Input>): Op<Prepared>;
  runOutside(context: ToolContext, prepared: Prepared, call: OutsideCall): Promise<z.input<Output>>;
}

/** The same for a tool that changes the store with what it brought back: `conclude` runs in the transaction of the activity row. */
export interface DiscoveryToolDefinition<Input extends z.ZodObject, Output extends z.ZodType, Prepared, Brought>
  extends ToolDefinition<Input, Output> {
  prepare(context: ToolContext, input: z.output<Input>): Op<Prepared>;
  runOutside(context: ToolContext, prepared: Prepared, call: OutsideCall): Promise<Brought>;
  conclude(context: ToolContext, prepared: Prepared, brought: Brought): Op<z.input<Output>>;
}

export type AnyDefinition = ToolDefinition<z.ZodObject, z.ZodType> & {
  run?: (context: ToolContext, input: never) => Op<unknown>;
  afterCommit?: (context: Pick<ToolContext, 'store' | 'files' | 'now'>) => Promise<void>;
  prepare?: (context: ToolContext, input: never) => Op<unknown>;
  runOutside?: (context: ToolContext, prepared: never, call: OutsideCall) => Promise<unknown>;
  conclude?: (context: ToolContext, prepared: never, brought: never) => Op<unknown>;
};

/** A tool is data; this only gives it its types. */
export function defineTool<Input extends z.ZodObject, Output extends z.ZodType>(
  definition: WorkspaceToolDefinition<Input, Output>,
): WorkspaceToolDefinition<Input, Output> {
  return definition;
}

export function defineServiceTool<Input extends z.ZodObject, Output extends z.ZodType, Prepared>(
  definition: ServiceToolDefinition<Input, Output, Prepared>,
): ServiceToolDefinition<Input, Output, Prepared> {
  return definition;
}

export function defineDiscoveryTool<Input extends z.ZodObject, Output extends z.ZodType, Prepared, Brought>(
  definition: DiscoveryToolDefinition<Input, Output, Prepared, Brought>,
): DiscoveryToolDefinition<Input, Output, Prepared, Brought> {
  return definition;
}
