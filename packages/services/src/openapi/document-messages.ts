import type { LeftOut } from '@gatehouse/core';
import type { DocumentFile } from './document-files.ts';

/** Bytes that are asked for and read at most. */
export const maxDocument = 32 * 1024 * 1024;

/** What a thread is started with. */
export interface DocumentRequest {
  /** The document, UTF-8. */
  bytes: Uint8Array;
  /** The files that it refers to; only with `documentUrl`. */
  files?: DocumentFile[] | undefined;
  /** Where it was read, which relative servers are meant by; undefined for one that was given. */
  documentUrl?: string | undefined;
  /** Where the API answers by who connects it; undefined where the document is to say it. */
  baseUrl?: string | undefined;
}

/** What it says, in this order: how far it is, `head` once, any number of `tools`, then `end`; or why the document is none. */
export type DocumentReply =
  | { state: 'progress'; done: number; total: number; label: string }
  /** Where the document says that the API answers: undefined where it does not, null where that is no address. */
  | { state: 'head'; address: string | null | undefined }
  /** Definitions of tools, as JSON: one text crosses to the event loop far faster than the value, and in pieces it holds up nobody. */
  | { state: 'tools'; json: string }
  | { state: 'end'; leftOut: LeftOut[] }
  | { state: 'refused'; why: string };
