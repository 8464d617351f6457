import { type InputOf, notAnswered, type OutputOf, pathOf, readError } from '../../kernel/calls/call.ts';
import { ownChanges } from '../../kernel/calls/own-changes.ts';
import { Told } from '../../kernel/words/told.ts';
import { readBase64 } from './read-base64.ts';

/** Maximum bytes of one file in the gateway (25 MiB). */
export const mostBytes = 25 * 1024 * 1024;

export type WrittenFile = OutputOf<'write_file'>;
export type Target = Pick<InputOf<'write_file'>, 'folderId' | 'fileId'>;

export interface SendOptions {
  orgId: string;
  file: File;
  /** Name of a new file. */
  name: string;
  /** Folder for a new file, or the file that gets a new version. */
  target: Target;
  /** Called with the sent share, from 0 to 1. */
  progress: (share: number) => void;
  signal: AbortSignal;
}

/** Sends a file by `write_file`. Uses XMLHttpRequest, because only that reports progress. Rejects with a CallError, or with Told. */
export async function sendFile({ orgId, file, name, target, progress, signal }: SendOptions): Promise<WrittenFile> {
  if (file.size > mostBytes) throw new Told(`This file is larger than ${mostBytes / 1024 / 1024} MiB. Choose a smaller one.`);
  const contentBase64 = await readBase64(file);
  signal.throwIfAborted();
  const named = target.fileId === undefined ? { name } : {};
  const mimeType = file.type === '' ? {} : { mimeType: file.type };
  return await post(pathOf(orgId, 'write_file'), JSON.stringify({ ...target, ...named, ...mimeType, contentBase64 }), progress, signal);
}

async function post(path: string, body: string, progress: (share: number) => void, signal: AbortSignal): Promise<WrittenFile> {
  const request = new XMLHttpRequest();
  const answered = Promise.withResolvers<WrittenFile>();
  request.responseType = 'json';
  request.upload.onprogress = ({ loaded, total }) => progress(total === 0 ? 0 : loaded / total);
  request.onload = () => {
    const { status, response } = request;
    if (status === 200 && response !== null) answered.resolve(response as WrittenFile);
    else answered.reject(Object.assign(readError(status, response, request.getResponseHeader('Retry-After')), { tool: 'write_file' }));
  };
  request.onerror = () => answered.reject(notAnswered());
  const abort = () => {
    request.abort();
    answered.reject(signal.reason);
  };
  signal.addEventListener('abort', abort);
  const end = ownChanges.begin();
  try {
    request.open('POST', path);
    request.setRequestHeader('Content-Type', 'application/json');
    request.send(body);
    return await answered.promise;
  } finally {
    end(request.getResponseHeader('X-Request-Id') ?? undefined);
    signal.removeEventListener('abort', abort);
  }
}
