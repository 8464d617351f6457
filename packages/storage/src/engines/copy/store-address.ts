import { CopyError } from './copy-error.ts';

/** A database to copy from or to. */
export type StoreAddress = { engine: 'sqlite'; file: string } | { engine: 'postgres'; url: string };

/** Parses `sqlite:<file>` or the address of a Postgres database. */
export function parseStoreAddress(text: string): StoreAddress {
  if (/^postgres(ql)?:\/\//.test(text)) return { engine: 'postgres', url: text };
  if (text.startsWith('sqlite:') && text.length > 'sqlite:'.length) return { engine: 'sqlite', file: text.slice('sqlite:'.length) };
  throw new CopyError('this is not the address of a database: use sqlite:<file> or postgres://<user>@<host>/<database>');
}

/** Address for display: without user, password and settings. */
export function showStoreAddress(address: StoreAddress): string {
  if (address.engine === 'sqlite') return `sqlite:${address.file}`;
  const url = URL.parse(address.url);
  return url ? `${url.protocol}//${url.host}${url.pathname}` : 'postgres';
}
