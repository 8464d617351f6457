import { fileURLToPath } from 'node:url';
import { type Client, createClient } from '@gatehouse/client';

/** True if this file is the program that runs, not a module of another one. */
export function isProgram(url: string): boolean {
  return process.argv[1] === fileURLToPath(url);
}

/** A client from GATEHOUSE_URL and GATEHOUSE_KEY, which joins calls that are made at the same moment. */
export function clientFromEnvironment(): Client {
  const { GATEHOUSE_URL: baseUrl = 'http://127.0.0.1:4747', GATEHOUSE_KEY: key } = process.env;
  if (key === undefined) throw new Error('set GATEHOUSE_KEY to a key of the workspace');
  return createClient({ baseUrl, key });
}

/** All entries of a list. */
export async function all<Entry>(entries: AsyncIterable<Entry>): Promise<Entry[]> {
  const found: Entry[] = [];
  for await (const entry of entries) found.push(entry);
  return found;
}
