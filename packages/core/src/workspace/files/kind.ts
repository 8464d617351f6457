import { isUtf8 } from 'node:buffer';
import type { FileKind } from '@gatehouse/domain';
import { isContainerOf, kindOfMimeType, mimeTypeOfName, parseMimeType } from './mime-types.ts';
import { readSignature } from './signatures.ts';

export type FileDescription = { kind: FileKind; mimeType: string; isText: boolean };

/** Type of a file, first by its bytes. Name and declared type only refine what the bytes allow. // D18 */
// D18
export function describeFile(file: { bytes: Buffer; name: string; declaredMimeType?: string | undefined }): FileDescription {
  const isPlainText = isUtf8(file.bytes) && !file.bytes.includes(0);
  const signature = readSignature({ bytes: file.bytes, isPlainText });
  const claims = { declared: readDeclared(file.declaredMimeType), named: mimeTypeOfName(file.name) };
  if (signature === undefined && isMail(file.bytes, claims)) return describe(mailType, false);
  const isText = isPlainText && signature === undefined;
  if (signature !== undefined) return describe(refineSignature(signature, claims), isText);
  return describe(isText ? nameText(claims) : nameBytes(claims), isText);
}

const mailType = 'message/rfc822';

/** A mail has its own encodings inside: its text is extracted, and its bytes are not editable text. // D75 */
function isMail(bytes: Buffer, { declared, named }: Claims): boolean {
  return (named === mailType || declared === mailType) && /^[!-9;-~]+:/.test(bytes.toString('latin1', 0, 200));
}

type Claims = { declared: string | undefined; named: string | undefined };

function describe(mimeType: string, isText: boolean): FileDescription {
  return { kind: kindOfMimeType(mimeType), mimeType, isText };
}

/** Ignores `application/octet-stream`, which would override a better name. */
function readDeclared(text: string | undefined): string | undefined {
  const mimeType = text === undefined ? undefined : parseMimeType(text);
  return mimeType === 'application/octet-stream' ? undefined : mimeType;
}

/** A name or a declared type never overrides a signature. It can only name the content of a container. */
function refineSignature(signature: string, { declared, named }: Claims): string {
  return [declared, named].find((claim) => claim !== undefined && isContainerOf(signature, claim)) ?? signature;
}

function nameText({ declared, named }: Claims): string {
  return [declared, named].find((claim) => claim !== undefined && kindOfMimeType(claim) === 'text') ?? 'text/plain';
}

/** Type of bytes. Without a signature, the extension decides. A declared type alone never makes an image. */
function nameBytes({ declared, named }: Claims): string {
  const fallback = named === undefined || kindOfMimeType(named) === 'text' ? 'application/octet-stream' : named;
  return declared !== undefined && kindOfMimeType(declared) === kindOfMimeType(fallback) ? declared : fallback;
}
