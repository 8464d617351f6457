import type { AccessLevel, LeftOutWhy } from '@gatehouse/domain';
import type { SealedSecret } from '@gatehouse/storage';
import type { AuthorizationPort } from './authorization.ts';
import type { DiscoveryCall, OutsideCall } from './outside-call.ts';
import type { JsonObject, ServiceTarget, TargetAccount } from './service-target.ts';

export type { DiscoveryCall, JsonObject, SealedSecret, ServiceTarget, TargetAccount };

/** What a service says of one of its tools. */
export interface ToolDefinition {
  name: string;
  title: string | null;
  description: string;
  inputSchema: JsonObject;
  outputSchema: JsonObject | null;
  annotations: JsonObject | null;
  /** How the connector turns a call into a request, where the name is not enough. */
  binding: JsonObject | null;
}

export interface Discovery {
  tools: ToolDefinition[];
  /** What was found out about the way to the service and is kept with the connection when it is made. */
  config?: JsonObject | undefined;
  /** Other places that operations of an API answer at, and that its credentials do not go to until they are confirmed (D36). */
  unconfirmedOrigins?: string[] | undefined;
  /** What is left out because it is no tool here, and why (D48). */
  leftOut?: LeftOut[] | undefined;
  /** What an MCP server says of its use, in its own words. */
  instructions?: string | undefined;
  /** It shows its tools only to somebody who has signed in. */
  needsAccount?: boolean | undefined;
}

/** Something that a service offers and that cannot be a tool, and why. */
export interface LeftOut extends LeftOutWhy {
  operation: string;
}

/** The current bytes of a file. */
export interface WorkspaceFile {
  bytes: Buffer;
  name: string;
  mimeType: string;
}

/** Reads a workspace file as the caller; what the caller cannot see is refused. */
export type ReadWorkspaceFile = (fileId: string) => Promise<WorkspaceFile>;

/** One thing wrong with the arguments of a service tool; `path` is a JSON pointer, "" for the arguments as a whole. */
export interface ArgumentFault {
  path: string;
  message: string;
}

export interface ServiceRequest extends OutsideCall {
  target: ServiceTarget;
  tool: ToolDefinition & { definitionHash: string; mode?: AccessLevel };
  /** Contains numbers that a double cannot hold as they were written (D3). */
  arguments: JsonObject;
  /** Whom its place among the calls of the connection counts for: its key, or else its person (D51). */
  caller: string;
  /** For tools that send files. */
  readFile: ReadWorkspaceFile;
}

/** Contains numbers that a double cannot hold as they were written (D3). */
export interface ServiceResult {
  content?: { type: string; [key: string]: unknown }[] | undefined;
  structuredContent?: JsonObject | undefined;
  /** Of an HTTP API: headers of its answer, by their names in lower case. */
  headers?: Record<string, string> | undefined;
}

/** What a check needs of a tool: its schema, and by what to know it again. */
export type CheckedTool = Pick<ToolDefinition, 'inputSchema'> & { definitionHash: string };

/** Core's way to connected services. `packages/services` stands behind it; tests put a fake there. */
export interface ServicePort extends AuthorizationPort {
  /** What is wrong with the arguments by the tool's own schema; undefined where finding out may take long: `validateApart` does (D33). */
  validate(tool: CheckedTool, given: JsonObject): ArgumentFault[] | undefined;
  /**
   * The same beside the event loop, for one call of a caller at a time. Rejects with `invalid_service_arguments` where it takes too long,
   * and with `overloaded` (503) where there was no place for it.
   */
  validateApart(tool: CheckedTool, given: JsonObject, call: { caller: string; signal: AbortSignal }): Promise<ArgumentFault[]>;
  /** Argument of a tool that takes an idempotency key; undefined if it declares none. */
  keyArgument(tool: ToolDefinition): string | undefined;
  /** Runs a tool. Rejects with a GatewayError: `service_error`, or `tool_held` when the service has changed the tool. */
  call(request: ServiceRequest): Promise<ServiceResult>;
  /**
   * Asks a service for all its tools, over a connection made for this. Rejects with `service_error`; where people sign in and no account
   * is given, a service that shows its tools to nobody else has none, and says so (`needsAccount`).
   */
  discover(target: ServiceTarget, call: DiscoveryCall): Promise<Discovery>;
  /** Encrypts a credential for its place (D36). */
  seal(place: SecretPlace, text: string): SealedSecret;
  /** Decrypts it. Throws what does not open here. */
  open(secret: SealedSecret): string;
  /** Drops what is kept open for a connection, or for one account of it. Without an account, a command of the connection ends too. */
  forget(connectionId: string, accountId?: string): void;
}

/** Where a credential belongs: its ciphertext opens nowhere else. */
export interface SecretPlace {
  orgId: string;
  connectionId: string;
  field: string;
}

/** What a connector finds out on its way and the store should know. */
export interface ServiceEvents {
  catalogue(target: ServiceTarget, catalogue: Pick<Discovery, 'tools' | 'leftOut' | 'instructions'>): Promise<void>;
  health(target: ServiceTarget, status: 'active' | 'needs_attention' | 'unreachable', note: string | null): Promise<void>;
  /** Whether a connection is there as it was when it was opened: not removed, paused or edited, by whichever process. */
  isCurrent(target: Pick<ServiceTarget, 'orgId' | 'connectionId' | 'updatedAt'>): Promise<boolean>;
}
