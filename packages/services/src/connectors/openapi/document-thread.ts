import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { type GatewayError, type LeftOut, overloaded, refusal, type ToolDefinition } from '@gatehouse/core';
import { createCallerQueue, createQuotas, minuteMs } from '@gatehouse/domain';
import { createBoundedThread, threadEnvironment } from '@gatehouse/domain/processes';
import type { DocumentReply, DocumentRequest } from './document-messages.ts';

/** Creates the error for a text that describes no usable API. */
export function notOpenApi(why: string): GatewayError {
  return refusal('invalid_argument', `this document cannot be connected: ${why}`);
}

export interface DocumentFound {
  /** Base address that the document names. Undefined if it names none, null if it is not a usable address. */
  address: string | null | undefined;
  /** Title that the document gives the API. */
  title?: string | undefined;
  tools: ToolDefinition[];
  leftOut: LeftOut[];
}

export interface DocumentThreadOptions {
  /** Converts definitions on arrival. `json` is their received form. */
  received(tools: ToolDefinition[], json: string): ToolDefinition[];
  onProgress?: ((progress: { progress: number; total?: number | undefined; message?: string | undefined }) => void) | undefined;
  signal: AbortSignal;
}

/** Reads each document on its own thread, with limits on memory and time. Callers take turns. */
export interface DocumentThreads {
  /**
   * Fetches and reads a document in the caller's turn, so that waiting documents take no memory. `heldBytes` is the size of a document
   * given as text.
   */
  inTurn<T>(caller: string, heldBytes: number, work: () => Promise<T>, signal: AbortSignal): Promise<T>;
  read(request: DocumentRequest, options: DocumentThreadOptions): Promise<DocumentFound>;
}

/** Maximum heap of a thread, in megabytes. A document of 32 MB of JSON, or of 12 MB of YAML, needs less. */
const maxHeap = 288;
const readMs = 2 * minuteMs;

/** Creates the threads. `heapMb` limits the memory of one reading, in megabytes. */
export function createDocumentThreads({ heapMb = maxHeap } = {}): DocumentThreads {
  const queue = createCallerQueue('documents', tooMany);
  const memory = createQuotas('documentBytes');
  return {
    async inTurn(caller, heldBytes, work, signal) {
      if (!memory.take(caller, heldBytes)) throw tooMany();
      try {
        return await queue.run(caller, work, signal);
      } finally {
        memory.release(caller, heldBytes);
      }
    },
    read: (request, options) => readOne(request, options, heapMb),
  };
}

const tooMany = () => overloaded('too many of your documents are waiting, so this one was not fetched; try again later');

async function readOne(
  request: DocumentRequest,
  { received, onProgress, signal }: DocumentThreadOptions,
  heapMb: number,
): Promise<DocumentFound> {
  const found: DocumentFound = { address: undefined, tools: [], leftOut: [] };
  const thread = createBoundedThread<DocumentReply>({ start: () => start(request, heapMb), idleMs: 0 });
  try {
    return await thread.run<DocumentFound>({
      take(reply, job) {
        switch (reply.state) {
          case 'progress':
            onProgress?.({ progress: reply.done, total: reply.total, message: reply.label });
            break;
          case 'head':
            found.address = reply.address;
            found.title = reply.title;
            break;
          case 'tools':
            found.tools.push(...received(JSON.parse(reply.json) as ToolDefinition[], reply.json));
            break;
          case 'end':
            job.end({ ...found, leftOut: reply.leftOut });
            break;
          case 'refused':
            job.fail(notOpenApi(reply.why));
            break;
          default:
            reply satisfies never;
        }
      },
      outOfMemory() {
        throw notOpenApi(`reading it needs more than ${heapMb} MB of memory; give it as JSON, or in parts`);
      },
      patienceMs: readMs,
      late: () => overloaded('the gateway is too busy to read this document; try again later, or give it as JSON'),
      signal,
    });
  } finally {
    await thread.close();
  }
}

function start(request: DocumentRequest, heapMb: number): Worker {
  const script = new URL(`./document-worker${path.extname(import.meta.filename)}`, import.meta.url);
  return new Worker(script, {
    resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: 32, stackSizeMb: 8 },
    env: threadEnvironment(),
    execArgv: [],
    workerData: request,
    transferList: [request.bytes.buffer as ArrayBuffer],
  });
}
