import type { TextFailure, TextSource } from '@gatehouse/domain';

/** The line before the bytes of a file. */
export interface ExtractionRequest {
  source: TextSource;
  sizeBytes: number;
}

/** The line before the bytes of a text; `sizeBytes` is 0 if there is none. The first one only says that the process has started. */
export interface ExtractionReply {
  state: 'started' | 'ready' | 'none' | 'failed';
  reason?: TextFailure | undefined;
  sizeBytes: number;
}
