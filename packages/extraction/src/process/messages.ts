import type { TextFailure, TextSource } from '@gatehouse/domain';

/** Line of JSON before the bytes of a file. */
export interface ExtractionRequest {
  source: TextSource;
  sizeBytes: number;
}

/** Line of JSON before the bytes of a text. `sizeBytes` is 0 without text. The first reply only reports that the process has started. */
export interface ExtractionReply {
  state: 'started' | 'ready' | 'none' | 'failed';
  reason?: TextFailure | undefined;
  sizeBytes: number;
}
