import { isKeyed } from '../../kernel/guards.ts';
import { isRecord, type Json, listOf } from '../../kernel/json.ts';

/** Limits for the files that describe one API, including the root. */
export const maxFiles = 200;
export const maxFileBytes = 32 * 1024 * 1024;

/** A file of a description, with its address. */
export interface DocumentFile {
  address: string;
  bytes: Uint8Array;
}

const maxReference = 2000;
const hash = 35;

/**
 * The addresses of files that a text refers to. The text is neither parsed nor decoded, because it may be large and other work waits. Text
 * that only looks like a reference leads to a file that is read and not used.
 */
export function referredFiles({ address, bytes }: DocumentFile): string[] {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const found = new Set<string>();
  for (let at = text.indexOf('$ref'); at !== -1; at = text.indexOf('$ref', at + 1)) {
    const from = skipped(text, at + '$ref'.length);
    if (text[from] === hash) continue;
    const file = fileOf(referenceAt(text, from), address);
    if (file !== undefined && file !== address) found.add(file);
  }
  return [...found];
}

/** Position of the value after quotes, colon and white space. */
function skipped(text: Buffer, from: number): number {
  let at = from;
  while (at < text.length && (isQuote(text[at]) || text[at] === 58 || isSpace(text[at]))) at++;
  return at;
}

function referenceAt(text: Buffer, from: number): string {
  const quote = text[from - 1];
  let to = from;
  while (to < text.length && to - from < maxReference && !ends(text[to], quote)) to++;
  const reference = text.toString('utf8', from, to);
  return reference.replaceAll('\\/', '/');
}

function ends(byte: number | undefined, quote: number | undefined): boolean {
  if (isQuote(quote)) return byte === quote || byte === 10;
  return isSpace(byte) || byte === 44 || byte === 125;
}

function isQuote(byte: number | undefined): boolean {
  return byte === 34 || byte === 39;
}

function isSpace(byte: number | undefined): boolean {
  return byte === 32 || byte === 9 || byte === 10 || byte === 13;
}

/** Undefined for a reference within its own file, and for an invalid address. */
function fileOf(reference: string, address: string): string | undefined {
  if (reference === '' || reference.startsWith('#') || !URL.canParse(reference, address)) return undefined;
  const url = new URL(reference, address);
  url.hash = '';
  return url.href;
}

/**
 * Collects the files that a root leads to, one after the other, each once. `read` returns undefined for a file that must not be read.
 * References to it are left out later, with the reason.
 */
export async function collectFiles(
  root: DocumentFile,
  read: (address: string, room: number) => Promise<Uint8Array | undefined>,
): Promise<DocumentFile[]> {
  const files: DocumentFile[] = [];
  const known = new Set([root.address]);
  const waiting = referredFiles(root);
  let room = maxFileBytes - root.bytes.byteLength;
  for (let address = waiting.shift(); address !== undefined; address = waiting.shift()) {
    if (known.has(address)) continue;
    known.add(address);
    if (known.size > maxFiles) break;
    const bytes = await read(address, room);
    if (bytes === undefined) continue;
    room -= bytes.byteLength;
    if (room < 0) break;
    files.push({ address, bytes });
    waiting.push(...referredFiles({ address, bytes }));
  }
  return files;
}

const within = 'x-gatehouse-files';

/** Builds one document that contains all files, with references between them. References to missing files stay unchanged. */
export function bundleDocument(root: Json, address: string, files: ReadonlyMap<string, unknown>): Json {
  const pointers = new Map([[address, '']]);
  for (const [at, file] of [...files.keys()].entries()) pointers.set(file, `/${within}/${at}`);
  rewrite(root, address, pointers);
  for (const [file, value] of files) rewrite(value, file, pointers);
  const bundled: Json = { ...root, [within]: [...files.values()] };
  // A root may consist of references to files. Other code looks for these parts in the root itself.
  for (const name of ['paths', 'components', 'definitions', 'parameters', 'responses']) bundled[name] = inlined(bundled, bundled[name]);
  if (isRecord(bundled.components))
    bundled.components = Object.fromEntries(Object.entries(bundled.components).map(([name, value]) => [name, inlined(bundled, value)]));
  return Object.fromEntries(Object.entries(bundled).filter(([, value]) => value !== undefined));
}

function rewrite(value: unknown, address: string, pointers: ReadonlyMap<string, string>): void {
  const waiting = [value];
  const seen = new Set<unknown>();
  for (let part = waiting.pop(); part !== undefined || waiting.length > 0; part = waiting.pop()) {
    if (typeof part !== 'object' || part === null || seen.has(part)) continue;
    seen.add(part);
    if (isRecord(part) && typeof part.$ref === 'string') part.$ref = pointed(part.$ref, address, pointers);
    waiting.push(...(isRecord(part) ? Object.values(part) : listOf(part)));
  }
}

function pointed(reference: string, address: string, pointers: ReadonlyMap<string, string>): string {
  const at = reference.indexOf('#');
  const fragment = at === -1 ? '' : reference.slice(at + 1);
  // An anchor has a global name, so it needs no file.
  if (fragment !== '' && !fragment.startsWith('/')) return reference;
  const file = fileOf(reference, address) ?? (reference.startsWith('#') ? address : undefined);
  const pointer = file === undefined ? undefined : pointers.get(file);
  return pointer === undefined ? reference : `#${pointer}${fragment}`;
}

/** Target of a reference, with the fields next to the reference. */
function inlined(bundled: Json, value: unknown): unknown {
  if (!isRecord(value) || typeof value.$ref !== 'string' || !value.$ref.startsWith(`#/${within}/`)) return value;
  const { $ref: _, ...own } = value;
  let found: unknown = bundled;
  for (const step of value.$ref.split('/').slice(1)) {
    const name = decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~');
    found = isKeyed(found) && Object.hasOwn(found, name) ? found[name] : undefined;
  }
  return isRecord(found) ? { ...found, ...own } : value;
}
