import { type MessagePort, parentPort } from 'node:worker_threads';
import { type TextVersion, takeTextBack } from '../take-back/take-text-back.ts';

/** A text and its later versions, which are merged one at a time. */
export interface MergeRequest {
  before: string;
  versions: readonly TextVersion[];
}

const port = parentPort as MessagePort;

port.on('message', ({ before, versions }: MergeRequest) => port.postMessage(takeTextBack(before, versions)));
