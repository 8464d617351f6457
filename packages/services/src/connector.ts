import type { Discovery, ReadWorkspaceFile, ServiceRequest, ServiceResult, ServiceTarget } from '@gatehouse/core';

export interface ConnectorCall {
  tool: ServiceRequest['tool'];
  arguments: Record<string, unknown>;
  signal: AbortSignal;
  traceparent?: string | undefined;
  readFile: ReadWorkspaceFile;
  /** Milliseconds this call may still take. */
  remainingMs: number;
  onProgress?: ((progress: { progress: number; total?: number | undefined; message?: string | undefined }) => void) | undefined;
}

/** An open way to one service. Its methods reject with a ServiceFailure, or with what the socket threw. */
export interface Connector {
  call(call: ConnectorCall): Promise<ServiceResult>;
  /** All tools of the service, and what is none; undefined where it has no listing to ask for. */
  list(signal: AbortSignal): Promise<Listed | undefined>;
  /** True where a listing is cheap enough to be compared with the catalogue before the first call. */
  listsOnConnect: boolean;
  /** Of a command: whether it still reads what it is sent, which it has to show within this time. */
  answers?(waitMs: number): Promise<boolean>;
  close(): Promise<void>;
}

export type Listed = Pick<Discovery, 'tools' | 'leftOut' | 'instructions'>;

/** What a connector tells while nobody asks. */
export interface ConnectorEvents {
  /** It can no longer be used: the next call opens another. */
  onClosed(): void;
  onToolsChanged(): void;
}

export type OpenConnector = (target: ServiceTarget, events: ConnectorEvents, signal: AbortSignal) => Promise<Connector>;
