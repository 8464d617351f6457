import { type GatewayError, type JsonObject, type ReadWorkspaceFile, refusal } from '@gatehouse/core';
import { isFileArgument } from './binary.ts';

/** A file that a call sends. */
export interface SentFile {
  bytes: Buffer;
  name: string | undefined;
  mimeType: string | undefined;
}

/** Reads the file of an argument: its text, its bytes in base64, or the id of a workspace file. */
export async function sentFile(value: unknown, path: string, readFile: ReadWorkspaceFile): Promise<SentFile> {
  if (!isFileArgument(value)) throw wrong(path, 'must be a file: give "content", "contentBase64" or "fileId"');
  const { content, contentBase64, fileId } = value;
  const given = [content, contentBase64, fileId].filter((one) => one !== undefined);
  if (given.length !== 1) throw wrong(path, 'must have exactly one of "content", "contentBase64" and "fileId"');
  const name = text(value.name);
  const mimeType = text(value.mimeType);
  if (mimeType !== undefined && !/^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(?:\s*;[\x20-\x7e]*)?$/.test(mimeType)) {
    throw wrong(`${path}/mimeType`, 'must be a media type, such as "image/png"');
  }
  if (typeof fileId === 'string') {
    const file = await readFile(fileId);
    return { bytes: file.bytes, name: name ?? file.name, mimeType: mimeType ?? file.mimeType };
  }
  return { bytes: typeof content === 'string' ? Buffer.from(content) : decoded(String(contentBase64), path), name, mimeType };
}

function decoded(base64: string, path: string): Buffer {
  const plain = base64.replaceAll(/[\r\n]/g, '');
  if (!/^[A-Za-z0-9+/_-]*={0,2}$/.test(plain)) throw wrong(`${path}/contentBase64`, 'must be base64');
  return Buffer.from(plain, 'base64');
}

export function wrong(path: string, message: string): GatewayError {
  return refusal('invalid_service_arguments', `arguments${path} ${message}; nothing was sent`);
}

function text(value: JsonObject[string]): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
