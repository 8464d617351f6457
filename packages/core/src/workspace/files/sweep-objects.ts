import { dayMs } from '@gatehouse/domain';
import type { FileStore, Store } from '@gatehouse/storage';

/** Age at which an announced object without a version belongs to a failed call. No call takes that long. */
const abandonedMs = dayMs;
const objectsAtOnce = 100;

/** Removes the objects of purged files and failed calls (D27), and returns their number. Several processes can run it. */
export async function sweepObjects({ store, files, now }: { store: Store; files: FileStore; now: number }): Promise<number> {
  let count = 0;
  for (;;) {
    const ids = await store.read(() => store.fileObjects.removable(now - abandonedMs, objectsAtOnce));
    for (const id of ids) {
      await files.remove(id);
      await store.perform(() => store.fileObjects.forget(id), { changes: true });
    }
    count += ids.length;
    if (ids.length < objectsAtOnce) return count;
  }
}
