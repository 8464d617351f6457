import type { Discovery, ReadWorkspaceFile, ServiceRequest, ServiceResult, ServiceTarget } from '@gatehouse/core';

export interface ConnectorCall {
  tool: ServiceRequest['tool'];
  arguments: Record<string, unknown>;
  signal: AbortSignal;
  traceparent?: string | undefined;
  readFile: ReadWorkspaceFile;
  /** Time left for this call. Milliseconds. */
  remainingMs: number;
  onProgress?: ((progress: { progress: number; total?: number | undefined; message?: string | undefined }) => void) | undefined;
}

/** Open connection to one service. Its methods reject with a ServiceFailure or a socket error. */
export interface Connector {
  call(call: ConnectorCall): Promise<ServiceResult>;
  /** All tools of the service, and the entries that were left out. Undefined if the connector cannot list. */
  list(signal: AbortSignal): Promise<Listed | undefined>;
  /** True if a listing is cheap enough to compare with the catalogue before the first call. */
  listsOnConnect: boolean;
  /** For a command: true if it still reads its input, proven within this time. */
  answers?(waitMs: number): Promise<boolean>;
  close(): Promise<void>;
}

export type Listed = Pick<Discovery, 'tools' | 'title' | 'leftOut' | 'instructions'>;

/** Events that a connector sends unasked. */
export interface ConnectorEvents {
  /** The connector can no longer be used. The next call opens another one. */
  onClosed(): void;
  onToolsChanged(): void;
}

export type OpenConnector = (target: ServiceTarget, events: ConnectorEvents, signal: AbortSignal) => Promise<Connector>;
