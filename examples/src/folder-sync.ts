import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { type Client, GatehouseError, type ListedFile } from '@gatehouse/client';
import { all, clientFromEnvironment, isProgram } from './run.ts';
import { hashOf, readLocalFiles, readState, type SyncState, writeState, writeWhole } from './sync-state.ts';

export interface SyncReport {
  sent: string[];
  fetched: string[];
  deletedHere: string[];
  deletedThere: string[];
  /** Changed on both sides: the version of the workspace is stored beside the local one, under the second name. */
  conflicts: [string, string][];
}

interface Sync {
  client: Client;
  folder: string;
  folderId: string;
  state: SyncState;
  report: SyncReport;
}

/**
 * Makes a folder of this machine and a folder of the workspace the same, both ways. What changed here is sent at the same moment as the
 * list of what changed there is asked for: every write says which version it was made from, so one that comes too late is refused, and
 * nobody's work is overwritten.
 */
export async function syncFolder(client: Client, folder: string, folderId: string): Promise<SyncReport> {
  const report: SyncReport = { sent: [], fetched: [], deletedHere: [], deletedThere: [], conflicts: [] };
  const sync = { client, folder, folderId, state: readState(folder), report };
  const [remote] = await Promise.all([listRemote(sync), sendLocal(sync)]);
  await Promise.all(remote.changed.map((file) => takeRemote(sync, file)));
  for (const fileId of remote.gone) takeDeletion(sync, fileId);
  writeState(folder, { ...sync.state, updatedSince: remote.nextUpdatedSince });
  return report;
}

async function listRemote({ client, folderId, state: { updatedSince = 0 } }: Sync) {
  const changed: ListedFile[] = [];
  const gone: string[] = [];
  let [cursor, nextUpdatedSince] = [undefined as string | undefined, undefined as number | undefined];
  do {
    const page = await client.listFiles({ folderId, order: 'created', updatedSince, limit: 200, cursor });
    changed.push(...page.files);
    gone.push(...(page.gone ?? []));
    nextUpdatedSince ??= page.nextUpdatedSince;
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return { changed, gone, nextUpdatedSince };
}

/** Sends files that were added, changed or deleted here since the last run. */
async function sendLocal(sync: Sync): Promise<void> {
  const local = readLocalFiles(sync.folder);
  const written = [...local].filter(([name, hash]) => sync.state.files[name]?.hash !== hash);
  const deleted = Object.keys(sync.state.files).filter((name) => !local.has(name));
  await Promise.all([...written.map(([name, hash]) => sendFile(sync, name, hash)), ...deleted.map((name) => sendDeletion(sync, name))]);
}

async function sendFile({ client, folder, folderId, state, report }: Sync, name: string, hash: string): Promise<void> {
  const contentBase64 = readFileSync(path.join(folder, name)).toString('base64');
  const known = state.files[name];
  const place = known ? { fileId: known.fileId, expectedVersionCount: known.versionCount } : { name, folderId };
  // Refused where the other side has it too, or another version: the list says so, and `takeRemote` decides.
  const file = await unless(['duplicate_name', 'stale_version', 'no_such_item'], client.writeFile({ ...place, contentBase64 }));
  if (!file) return;
  state.files[name] = { fileId: file.id, hash, versionCount: file.versionCount };
  report.sent.push(name);
}

async function sendDeletion({ client, state, report }: Sync, name: string): Promise<void> {
  const { fileId, versionCount = 0 } = state.files[name] ?? {};
  if (fileId === undefined) return;
  const deleted = await unless(['stale_version', 'no_such_item'], client.deleteFile({ fileId, expectedVersionCount: versionCount }));
  // A file that was changed there comes back from there.
  delete state.files[name];
  if (deleted) report.deletedThere.push(name);
}

/** A file that is new there or has changed there. */
async function takeRemote(sync: Sync, file: ListedFile): Promise<void> {
  const { folder, state, report } = sync;
  const { name, id: fileId, hash, versionCount } = file;
  const known = state.files[name];
  const synced = { fileId, hash, versionCount };
  forgetFormerName(sync, file);
  // The list is from before what this run has sent.
  if (known?.fileId === fileId && versionCount <= known.versionCount) return;
  const place = path.join(folder, name);
  const here = existsSync(place) ? hashOf(readFileSync(place)) : undefined;
  state.files[name] = synced;
  if (here === hash) return;
  const bytes = await unless(['no_such_item'], fetchBytes(sync, fileId));
  if (!bytes) {
    // It was deleted since, perhaps by this run.
    delete state.files[name];
    return;
  }
  // It may have changed again since it was listed.
  synced.hash = hashOf(bytes);
  if (here === undefined || here === known?.hash) {
    writeWhole(place, bytes);
    report.fetched.push(name);
    return;
  }
  const beside = nameBeside(name, versionCount);
  writeWhole(path.join(folder, beside), bytes);
  report.conflicts.push([name, beside]);
}

/** A file that was renamed there: here it gets its new name, unless it was changed. */
function forgetFormerName({ folder, state }: Sync, { id, name }: ListedFile): void {
  const former = Object.keys(state.files).find((one) => one !== name && state.files[one]?.fileId === id);
  if (former === undefined) return;
  const place = path.join(folder, former);
  if (existsSync(place) && hashOf(readFileSync(place)) === state.files[former]?.hash) rmSync(place);
  delete state.files[former];
}

/** A file that was deleted there goes here too, unless it was changed: then the next run sends it as a new one. */
function takeDeletion({ folder, state, report }: Sync, fileId: string): void {
  const name = Object.keys(state.files).find((one) => state.files[one]?.fileId === fileId);
  if (name === undefined) return;
  const place = path.join(folder, name);
  if (existsSync(place) && hashOf(readFileSync(place)) === state.files[name]?.hash) {
    rmSync(place);
    report.deletedHere.push(name);
  }
  delete state.files[name];
}

async function fetchBytes({ client }: Sync, fileId: string): Promise<Uint8Array> {
  const { content, downloadUrl } = await client.readFile({ fileId });
  if (content !== null) return Buffer.from(content, 'utf8');
  if (downloadUrl === null) throw new Error(`${fileId} has neither text nor an address to download it from`);
  const { stream } = await client.download(downloadUrl);
  return Buffer.concat(await all(stream));
}

/** `plan.md` → `plan (version 7).md` */
function nameBeside(name: string, versionCount: number): string {
  const { name: stem, ext } = path.parse(name);
  return `${stem} (version ${versionCount})${ext}`;
}

async function unless<Result>(reasons: Parameters<GatehouseError['isFor']>, call: Promise<Result>): Promise<Result | undefined> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof GatehouseError && error.isFor(...reasons)) return undefined;
    throw error;
  }
}

if (isProgram(import.meta.url)) {
  const [folder, folderId] = process.argv.slice(2);
  if (folder === undefined || folderId === undefined) throw new Error('usage: node folder-sync.ts FOLDER FOLDER_ID');
  const report = await syncFolder(clientFromEnvironment(), folder, folderId);
  process.stdout.write(`${JSON.stringify(report, undefined, 2)}\n`);
}
