import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { takenEncodings } from '../headers/encodings.ts';

/** The built workspace application. It is read once, because a later build may remove its files. */
export interface ConsoleFiles {
  index: string;
  /** Files in `assets`, by name. Each name changes with the content. */
  assets: ReadonlyMap<string, Asset>;
}

interface Asset {
  contentType: string;
  bodies: Partial<Record<Encoding, Buffer<ArrayBuffer>>> & { identity: Buffer<ArrayBuffer> };
}

/** Encodings, smallest first. */
const encodings = ['br', 'gzip', 'identity'] as const;
export type Encoding = (typeof encodings)[number];

const endings: [ending: string, encoding: Encoding][] = [
  ['.br', 'br'],
  ['.gz', 'gzip'],
];

const contentTypes: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

export async function readConsoleFiles(folder: string): Promise<ConsoleFiles> {
  const place = path.join(folder, 'assets');
  const read = async (name: string) => ({ name, bytes: Buffer.from(await readFile(path.join(place, name))) });
  const files = await Promise.all((await readdir(place)).map(read));
  const assets = new Map<string, Asset>();
  for (const { name, bytes } of files) {
    const contentType = contentTypes[path.extname(name)];
    if (contentType !== undefined) assets.set(name, { contentType, bodies: { identity: bytes } });
  }
  for (const { name, bytes } of files) {
    const [ending = '', encoding = 'identity'] = endings.find(([ending]) => name.endsWith(ending)) ?? [];
    const asset = assets.get(name.slice(0, name.length - ending.length));
    if (asset) asset.bodies[encoding] = bytes;
  }
  return { index: await readFile(path.join(folder, 'index.html'), 'utf8'), assets };
}

/** Chooses the smallest body that a client accepts (RFC 9110, 12.5.3). */
export function chooseBody({ bodies }: Asset, accepted: string | undefined): { encoding: Encoding; body: Buffer<ArrayBuffer> } {
  const taken = takenEncodings(accepted);
  const encoding = encodings.find((one) => bodies[one] && taken.has(one)) ?? 'identity';
  return { encoding, body: bodies[encoding] ?? bodies.identity };
}
