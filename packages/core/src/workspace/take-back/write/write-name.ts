import type { Op, TakeBack, TakeBackItem } from '@gatehouse/storage';
import type { ToolContext } from '../../../kernel/context/context.ts';
import { moveItem } from '../../folders/move-item.ts';
import { renameFolder } from '../../folders/rename-folder.ts';
import { findSubject } from '../load/subjects.ts';
import { attemptEach } from './steps.ts';
import { lastRow } from './write-entry.ts';
import { renameTo } from './write-item.ts';

/** Gives an entry its wanted name, which another entry of this take-back had earlier. Does nothing if the entry has changed since. */
export function* writeName(context: ToolContext, takeBack: TakeBack, { itemId, plan, outcome }: TakeBackItem): Op<void> {
  const { wantedName, made, ...rest } = plan;
  if (wantedName === undefined || !made?.rows) return;
  const { item, folder } = (yield* findSubject(context, itemId)) ?? {};
  const isAsLeft = (yield* lastRow(context, takeBack.orgId, itemId)) === made.rows.upTo && (item?.versionCount ?? 0) === made.version;
  const steps = [];
  if (item?.deletedAt === null && isAsLeft) {
    if (item.type === 'skill') steps.push({ fields: [], set: (now: ToolContext) => renameTo(now, item, wantedName) });
    else steps.push({ fields: [], set: (now: ToolContext) => moveItem.run(now, { fileId: itemId, name: wantedName }) });
  }
  if (folder?.deletedAt === null && isAsLeft)
    steps.push({ fields: [], set: (now: ToolContext) => renameFolder.run(now, { folderId: itemId, name: wantedName }) });
  const { refused } = yield* attemptEach(context, steps);
  const isRefused = refused !== undefined || steps.length === 0;
  const rows = { ...made.rows, upTo: isRefused ? made.rows.upTo : yield* lastRow(context, takeBack.orgId, itemId) };
  const version = isRefused ? made.version : ((yield* findSubject(context, itemId))?.item?.versionCount ?? made.version);
  const reason = isRefused ? { reason: rest.reason ?? 'name_taken' } : {};
  yield* context.store.takeBacks.putItem(takeBack, { itemId, plan: { ...rest, ...reason, made: { ...made, version, rows } }, outcome });
}
