import type { LeftOut } from '@gatehouse/core';
import type { DocumentFile } from './document-files.ts';

/** Maximum bytes of a document. */
export const maxDocument = 32 * 1024 * 1024;

/** Input of a thread. */
export interface DocumentRequest {
  /** The document in UTF-8. */
  bytes: Uint8Array;
  /** The files that the document refers to. Only with `documentUrl`. */
  files?: DocumentFile[] | undefined;
  /** Address of the document, against which relative servers are resolved. Undefined for a document given as text. */
  documentUrl?: string | undefined;
  /** Base address given by the person who connects the API. Undefined if the document must name it. */
  baseUrl?: string | undefined;
}

/** Replies of the thread, in this order: its progress, `head` once, any number of `tools`, then `end`. Or `refused` with the reason. */
export type DocumentReply =
  | { state: 'progress'; done: number; total: number; label: string }
  /**
   * Base address that the document names, and its title. The address is undefined if the document names none, null if it is not a usable
   * address.
   */
  | { state: 'head'; address: string | null | undefined; title: string | undefined }
  /**
   * Definitions of tools, as JSON: a single string crosses to the event loop far faster than the value. In pieces it does not block the
   * loop.
   */
  | { state: 'tools'; json: string }
  | { state: 'end'; leftOut: LeftOut[] }
  | { state: 'refused'; why: string };
