import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import type { DocumentReply, DocumentRequest } from './document-messages.ts';
import { readWholeDocument } from './document-reader.ts';

const port = parentPort as MessagePort;
readWholeDocument(workerData as DocumentRequest, (reply: DocumentReply) => port.postMessage(reply));
