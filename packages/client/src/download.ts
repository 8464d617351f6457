import { type Attempts, attempt, lost } from './attempts.ts';
import type { CallOptions } from './call-options.ts';
import { GatehouseError } from './errors.ts';
import type { Progress } from './upload.ts';

export interface DownloadOptions extends Omit<CallOptions, 'idempotencyKey'> {
  onProgress?: ((progress: Progress) => void) | undefined;
}

export interface Download {
  mimeType: string | undefined;
  totalBytes: number;
  /** The bytes as they arrive. */
  stream: ReadableStream<Uint8Array>;
}

type Source = Omit<Attempts, 'request'> & DownloadOptions & { url: string };

/** Maximum resumptions after lost connections without a byte in between. */
const maxResumptions = 4;

/** Begins a download. Its time limit applies to the start of each answer, not to all bytes. */
export async function download(source: Source): Promise<Download> {
  const first = await begin(source, 0);
  const totalBytes = Number(first.headers.get('content-length') ?? 0);
  const bytes = bytesOf(source, first, totalBytes);
  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { value, done } = await bytes.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await bytes.return();
    },
  });
  return { mimeType: first.headers.get('content-type') ?? undefined, totalBytes, stream };
}

/** Yields all bytes in order. After a lost connection, it requests the rest. */
async function* bytesOf(source: Source, first: Response, totalBytes: number): AsyncGenerator<Uint8Array, void> {
  let response = first;
  let doneBytes = 0;
  for (let failures = 0; ; ) {
    try {
      for await (const part of partsOf(response)) {
        doneBytes += part.length;
        failures = 0;
        source.onProgress?.({ doneBytes, totalBytes });
        yield part;
      }
      if (doneBytes >= totalBytes) return;
      throw new TypeError('the answer ended early');
    } catch (error) {
      source.signal?.throwIfAborted();
      if (error instanceof GatehouseError || ++failures > maxResumptions) throw error;
      response = await begin(source, doneBytes);
    }
  }
}

async function* partsOf({ body }: Response): AsyncGenerator<Uint8Array, void> {
  if (!body) return;
  const reader = body.getReader();
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) yield part.value;
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

async function begin({ url, onProgress: _, ...attempts }: Source, from: number): Promise<Response> {
  const headers: Record<string, string> = from > 0 ? { Range: `bytes=${from}-` } : {};
  return await attempt({ ...attempts, request: () => ({ url, init: { headers } }) }, async (response) => {
    if (from > 0 && response.status !== 206) throw lost(new TypeError('the rest of the file was not sent'));
    return response;
  });
}
