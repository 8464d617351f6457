import type { Op, TakeBack, TakeBackItem } from '@gatehouse/storage';
import type { ToolContext } from '../../kernel/context/context.ts';
import { findItemToTakeBack, findSubject } from '../reversal/subject-item.ts';
import { setItemFields } from '../reversal/take-fields.ts';
import { setFolderFields } from '../reversal/take-folder.ts';
import { lastRow } from './take-turn.ts';

/** Gives an entry its wanted name, which another entry of this take-back had earlier. Does nothing if the entry has changed since. */
export function* takeWantedName(context: ToolContext, takeBack: TakeBack, { itemId, plan, outcome }: TakeBackItem): Op<void> {
  const { wantedName, made, ...rest } = plan;
  if (wantedName === undefined || !made?.rows) return;
  if ((yield* lastRow(context, takeBack.orgId, itemId)) !== made.rows.upTo) return;
  yield* giveName({ ...context, notes: { ...context.notes } }, itemId, wantedName);
  const rows = { ...made.rows, upTo: yield* lastRow(context, takeBack.orgId, itemId) };
  yield* context.store.takeBacks.putItem(takeBack, { itemId, plan: { ...rest, made: { ...made, rows } }, outcome });
}

/** Sets the name. If it is still taken, the present name stays. */
function* giveName(context: ToolContext, itemId: string, name: string): Op<void> {
  const item = yield* findItemToTakeBack(context, itemId);
  if (item?.deletedAt === null) yield* setItemFields(context, item, { name });
  const folder = item ? undefined : (yield* findSubject(context, itemId))?.folder;
  if (folder?.deletedAt === null) yield* setFolderFields(context, folder, { name });
}
