import type { CallOptions } from './call-options.ts';
import type { WriteFileInput } from './generated/tools.ts';

export interface Progress {
  doneBytes: number;
  totalBytes: number;
}

export interface UploadOptions extends Omit<WriteFileInput, 'content' | 'contentBase64'>, CallOptions {
  data: Blob | Uint8Array<ArrayBuffer>;
  /** Called as parts of the bytes are handed over for sending. It starts again from 0 with each attempt. */
  onProgress?: ((progress: Progress) => void) | undefined;
}

/** A multiple of 3, so that the base64 of parts is the base64 of all. */
const partBytes = 48 * 1024;

/** Makes the body of `write_file` for each attempt, as a stream. */
export function uploadBody(data: Blob | Uint8Array<ArrayBuffer>, input: object, onProgress?: (progress: Progress) => void): () => BodyInit {
  const blob = data instanceof Blob ? data : new Blob([data]);
  return () => encoded(blob, input, onProgress);
}

function encoded(blob: Blob, input: object, onProgress: ((progress: Progress) => void) | undefined): ReadableStream<Uint8Array> {
  const text = new TextEncoder();
  const fields = JSON.stringify(input).slice(1, -1);
  let doneBytes = 0;
  return new ReadableStream<Uint8Array>(
    {
      start: (controller) => controller.enqueue(text.encode(`{${fields === '' ? '' : `${fields},`}"contentBase64":"`)),
      async pull(controller) {
        const part = new Uint8Array(await blob.slice(doneBytes, doneBytes + partBytes).arrayBuffer());
        if (part.length > 0) controller.enqueue(text.encode(base64(part)));
        doneBytes += part.length;
        onProgress?.({ doneBytes, totalBytes: blob.size });
        if (doneBytes < blob.size) return;
        controller.enqueue(text.encode('"}'));
        controller.close();
      },
    },
    { highWaterMark: 2 },
  );
}

function base64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}
