import { type Extracted, minuteMs } from '@gatehouse/domain';
import type { FileStore, ItemKey, PendingText, Store } from '@gatehouse/storage';
import type { TextExtractor } from '../../kernel/ports/text-extractor.ts';
import { versionPieces } from '../../workspace/extracted-text/version-bytes.ts';
import { createLease } from '../webhooks/lease.ts';

export interface TextExtractionOptions {
  store: Store;
  files: FileStore | undefined;
  extractor: TextExtractor;
  clock: () => number;
  /** Identifies this process among those that share a database. */
  holder: string;
  report: (error: unknown) => void;
  signal: AbortSignal;
}

export interface TextExtraction {
  /** Extracts the texts of all files that wait for it, if no other process does. */
  look(): Promise<void>;
  /** Releases the lease for another process. */
  end(): Promise<void>;
}

const filesAtOnce = 20;
const itemsAtOnce = 500;
/** Pause after an internal fault, such as a file store that does not answer. */
const pauseMs = minuteMs;

/** Extracts the text of the newest version of each file in the background, one file at a time (D75). */
export function createTextExtraction({ store, files, extractor, clock, holder, report, signal }: TextExtractionOptions): TextExtraction {
  const lease = createLease({ store, name: 'extraction', holder, clock });
  let pausedUntil = Number.NEGATIVE_INFINITY;
  let unseen: ItemKey | undefined = { orgId: '', id: '' };

  async function look(): Promise<void> {
    while (clock() >= pausedUntil) {
      await lookForMissed();
      const pending = await store.read(() => store.extractedTexts.pending(filesAtOnce));
      if (pending.length === 0) return;
      for (const one of pending) {
        if (signal.aborted || !(await lease.hold())) return;
        if (!(await extractOne(one))) return;
      }
    }
  }

  /** Looks once per process: an older version of the program may have written to the database. */
  async function lookForMissed(): Promise<void> {
    while (unseen && !signal.aborted) {
      const from = unseen;
      const { missed, next } = await store.read(() => store.extractedTexts.findMissed(from, itemsAtOnce));
      if (missed.length > 0) await store.perform(() => store.extractedTexts.requestMissed(missed), { changes: true, givesWay: true });
      unseen = next;
    }
  }

  /** False if it has to wait. */
  async function extractOne(pending: PendingText): Promise<boolean> {
    const { orgId, itemId, source, version: number } = pending;
    const version = await store.read(() => store.versions.find(orgId, itemId, number));
    if (!version) {
      // The file was purged meanwhile, with its row. A row without a file would be read forever.
      await store.perform(() => store.extractedTexts.remove(orgId, itemId), { changes: true });
      return true;
    }
    try {
      const bytes = versionPieces({ store, files }, { orgId, itemId, version });
      const extracted = await extractor.extract({ source, sizeBytes: version.sizeBytes, bytes }, orgId);
      await store.perform(
        function* () {
          const isKept = yield* store.extractedTexts.conclude(pending, { ...columnsOf(extracted), at: clock() });
          if (isKept) yield* store.search.textChanged(pending.orgId, pending.itemId);
        },
        { changes: true },
      );
      return true;
    } catch (error) {
      if (signal.aborted) return false;
      pausedUntil = clock() + pauseMs;
      report(error);
      return false;
    }
  }

  return { look, end: () => lease.release() };
}

function columnsOf(extracted: Extracted) {
  return {
    state: extracted.state,
    reason: extracted.state === 'failed' ? extracted.reason : null,
    body: extracted.state === 'ready' ? extracted.text : null,
  };
}
