import type { Item, Op, StoredVersion, VisibleItem } from '@gatehouse/storage';
import type { ToolContext } from '../../kernel/context/context.ts';
import { findVersion, versionContent } from '../items/content.ts';
import { isReviewed } from '../skill-files/reviewed.ts';
import { saveOldVersion } from '../versions/save-old-version.ts';

/** True if an item has the content of one of its versions. Only this function compares contents in a take-back. */
export function* hasContentOf({ store }: ToolContext, item: VisibleItem, older: StoredVersion): Op<boolean> {
  const current = yield* store.versions.find(item.orgId, item.id, item.versionCount);
  return current?.mimeType === older.mimeType && current.manifest === older.manifest && current.sha256.equals(older.sha256);
}

/** Gives an item the content of one of its versions again, as a new version. */
export function* restoreContent(context: ToolContext, item: VisibleItem, number: number): Op<Item> {
  const older = yield* findVersion(context, item, number);
  const content = yield* versionContent(context, item, older);
  const needsReview = !(yield* isReviewed(context, item, older));
  return yield* saveOldVersion(context, item, { older, content, summary: `took back to version ${number}`, needsReview });
}
