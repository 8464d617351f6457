import { isUtf8 } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { GatewayError } from '@gatehouse/core';
import { maxDocumentBytes, maxFileBytes } from '@gatehouse/domain';
import type { Workspace } from '../workspace/workspace.ts';
import { includedBy } from './left-out.ts';
import { secretByContent } from './secret-files.ts';
import { type FoundFile, type Skipped, unreadable, walk } from './walk.ts';

export interface ImportOptions {
  directory: string;
  folderId: string | undefined;
  dryRun: boolean;
  /** What is brought in although it looks like a secret, or a `.gitignore` names it: patterns as in one. */
  include: readonly string[];
  onProgress: (done: number, total: number) => void;
}

export interface ImportReport {
  created: number;
  updated: number;
  unchanged: number;
  documents: number;
  files: number;
  bytes: number;
  skipped: Skipped[];
}

interface Imported {
  type: 'doc' | 'file';
  change: 'created' | 'updated' | 'unchanged';
}

const atOnce = 32;
/** However large the files, no more than about this much of them is in memory. */
const maxHeldBytes = 64 * 1024 * 1024;

/** Brings every file below a directory into the workspace: markdown as documents, everything else as files, keyed by relative path. */
export async function importDirectory({ call }: Pick<Workspace, 'call'>, options: ImportOptions): Promise<ImportReport> {
  const { directory, folderId, dryRun, include, onProgress } = options;
  const isIncluded = includedBy(include);
  const { files, skipped } = await walk(directory, isIncluded, include.length > 0);
  const report: ImportReport = { created: 0, updated: 0, unchanged: 0, documents: 0, files: 0, bytes: 0, skipped };
  let next = 0;
  let done = 0;
  let held = 0;
  let isFailed = false;
  const room: (() => void)[] = [];

  async function work(): Promise<void> {
    while (next < files.length && !isFailed) {
      const file = files[next++] as FoundFile;
      while (held > 0 && held + file.sizeBytes > maxHeldBytes) await new Promise<void>((resolve) => room.push(resolve));
      held += file.sizeBytes;
      try {
        await importFile(file);
      } catch (error) {
        isFailed = true;
        throw error;
      } finally {
        held -= file.sizeBytes;
        for (const go of room.splice(0)) go();
      }
      onProgress(++done, files.length);
    }
  }

  async function importFile(file: FoundFile): Promise<void> {
    const leaveOut = (reason: string) => void skipped.push({ path: file.path, reason, isFailure: true, canBeIncluded: false });
    if (file.sizeBytes > maxFileBytes) return leaveOut('larger than 25 MiB');
    let bytes: Buffer;
    try {
      bytes = await readFile(path.join(directory, file.path));
    } catch (error) {
      return leaveOut(unreadable(error));
    }
    const secret = isIncluded(file.path) ? undefined : secretByContent(file.path, bytes);
    if (secret !== undefined) return void skipped.push({ path: file.path, reason: secret, isFailure: false, canBeIncluded: true });
    try {
      count(
        bytes,
        await call<Imported>('import_item', { path: file.path, name: file.path, folderId, dryRun, ...contentOf(file.path, bytes) }),
      );
    } catch (error) {
      // What one file is refused for says nothing about the next; a fault of the gateway does.
      if (!(error instanceof GatewayError) || error.code !== 'invalid_request') throw error;
      leaveOut(error.message);
    }
  }

  function count(bytes: Buffer, { type, change }: Imported): void {
    report[change]++;
    report[type === 'doc' ? 'documents' : 'files']++;
    report.bytes += bytes.length;
  }

  await Promise.all(Array.from({ length: atOnce }, work));
  skipped.sort((left, right) => (left.path < right.path ? -1 : 1));
  return report;
}

/** Markdown that a document cannot hold byte for byte is kept as a file. */
function contentOf(name: string, bytes: Buffer): { bodyMarkdown: string } | { contentBase64: string } {
  const isMarkdown = /\.(?:md|markdown)$/i.test(name);
  if (isMarkdown && bytes.length <= maxDocumentBytes && isUtf8(bytes) && !bytes.includes(0)) return { bodyMarkdown: bytes.toString() };
  return { contentBase64: bytes.toString('base64') };
}
