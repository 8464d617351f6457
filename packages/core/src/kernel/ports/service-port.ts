import type { AccessLevel, LeftOutWhy } from '@gatehouse/domain';
import type { SealedSecret } from '@gatehouse/storage';
import type { AuthorizationPort } from './authorization.ts';
import type { DiscoveryCall, OutsideCall } from './outside-call.ts';
import type { JsonObject, ServiceTarget, TargetAccount } from './service-target.ts';

export type { DiscoveryCall, JsonObject, SealedSecret, ServiceTarget, TargetAccount };

/** A service's definition of one of its tools. */
export interface ToolDefinition {
  name: string;
  title: string | null;
  description: string;
  inputSchema: JsonObject;
  outputSchema: JsonObject | null;
  annotations: JsonObject | null;
  /** Instructions of the connector for turning a call into a request, if the name is not enough. */
  binding: JsonObject | null;
}

export interface Discovery {
  tools: ToolDefinition[];
  /** Name that the service gives itself, at most as long as the name of a connection. */
  title?: string | undefined;
  /** Findings about the way to the service. They are stored with a new connection. */
  config?: JsonObject | undefined;
  /** Other origins of an API's operations. Credentials are not sent there until a person confirms the origin (D36). */
  unconfirmedOrigins?: string[] | undefined;
  /** Parts of the service that are not tools here, with the reason (D48). */
  leftOut?: LeftOut[] | undefined;
  /** An MCP server's instructions for its use, in its own words. */
  instructions?: string | undefined;
  /** True if the service shows its tools only after sign-in. */
  needsAccount?: boolean | undefined;
}

/** A part of a service that cannot be a tool, with the reason. */
export interface LeftOut extends LeftOutWhy {
  operation: string;
}

/** Current bytes of a file. */
export interface WorkspaceFile {
  bytes: Buffer;
  name: string;
  mimeType: string;
}

/** Reads a workspace file as the caller. Files that the caller cannot see are refused. */
export type ReadWorkspaceFile = (fileId: string) => Promise<WorkspaceFile>;

/** One fault in the arguments of a service tool. `path` is a JSON pointer, "" for the arguments as a whole. */
export interface ArgumentFault {
  path: string;
  message: string;
}

export interface ServiceRequest extends OutsideCall {
  target: ServiceTarget;
  tool: ToolDefinition & { definitionHash: string; mode?: AccessLevel };
  /** Numbers that a double cannot hold are kept as they were written (D3). */
  arguments: JsonObject;
  /** Caller whose share counts for the calls of the connection: its key, otherwise its person (D51). */
  caller: string;
  /** Reads files, for tools that send them. */
  readFile: ReadWorkspaceFile;
}

/** Result of a tool. Numbers that a double cannot hold are kept as they were written (D3). */
export interface ServiceResult {
  content?: { type: string; [key: string]: unknown }[] | undefined;
  structuredContent?: JsonObject | undefined;
  /** Headers of an HTTP API's answer, with names in lower case. */
  headers?: Record<string, string> | undefined;
}

/** Parts of a tool that a check needs: its schema, and a hash for recognizing it. */
export type CheckedTool = Pick<ToolDefinition, 'inputSchema'> & { definitionHash: string };

/** An input schema for a list of tools, or the reason why clients would refuse it. They would then refuse the whole list. */
export type ListedSchema = { schema: JsonObject } | { fault: string };

/** Access to connected services. `packages/services` implements it; tests use a fake. */
export interface ServicePort extends AuthorizationPort {
  /** Validates arguments by the tool's own schema. Undefined if that may take long: then use `validateApart` (D33). */
  validate(tool: CheckedTool, given: JsonObject): ArgumentFault[] | undefined;
  /**
   * Validates outside the event loop, one call of a caller at a time. Rejects with `invalid_service_arguments` if it takes too long, and
   * with `overloaded` (503) if no place was free.
   */
  validateApart(tool: CheckedTool, given: JsonObject, call: { caller: string; signal: AbortSignal }): Promise<ArgumentFault[]>;
  /**
   * Schema for a list of tools, with the meaning that the check of arguments gives it. Always the schema of an object, without the faults
   * of the service's schema (D76).
   */
  listedSchema(schema: JsonObject): ListedSchema;
  /** Argument of a tool that takes an idempotency key. Undefined if it declares none. */
  keyArgument(tool: ToolDefinition): string | undefined;
  /** Runs a tool. Rejects with a GatewayError: `service_error`, or `tool_held` if the service has changed the tool. */
  call(request: ServiceRequest): Promise<ServiceResult>;
  /**
   * Lists all tools of a service, over a new connection. Rejects with `service_error`. A service where people sign in may hide its tools
   * from others: without an account it then returns none and sets `needsAccount`.
   */
  discover(target: ServiceTarget, call: DiscoveryCall): Promise<Discovery>;
  /** Encrypts a credential for its place (D36). */
  seal(place: SecretPlace, text: string): SealedSecret;
  /** Decrypts a credential. Throws if it does not open here. */
  open(secret: SealedSecret): string;
  /** Closes open resources of a connection, or of one of its accounts. Without an account, the connection's command ends too. */
  forget(connectionId: string, accountId?: string): void;
}

/** Place of a credential. The ciphertext decrypts in no other place. */
export interface SecretPlace {
  orgId: string;
  connectionId: string;
  field: string;
}

/** Findings of a connector that are stored. */
export interface ServiceEvents {
  catalogue(target: ServiceTarget, catalogue: Pick<Discovery, 'tools' | 'leftOut' | 'instructions'>): Promise<void>;
  health(target: ServiceTarget, status: 'active' | 'needs_attention' | 'unreachable', note: string | null): Promise<void>;
  /** True if a connection is unchanged since it was opened: no process has removed, paused or edited it. */
  isCurrent(target: Pick<ServiceTarget, 'orgId' | 'connectionId' | 'updatedAt'>): Promise<boolean>;
}
