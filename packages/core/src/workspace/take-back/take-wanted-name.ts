import type { Op, TakeBack, TakeBackItem } from '@gatehouse/storage';
import type { ToolContext } from '../../kernel/context/context.ts';
import { findItemToTakeBack, findSubject } from '../reversal/subject-item.ts';
import { setItemFields } from '../reversal/take-fields.ts';
import { setFolderFields } from '../reversal/take-folder.ts';
import { lastRow } from './take-turn.ts';

/** Gives an entry the name that another one of the same take-back had when it was its turn, unless somebody has changed it since. */
export function* takeWantedName(context: ToolContext, takeBack: TakeBack, { itemId, plan, outcome }: TakeBackItem): Op<void> {
  const { wantedName, made, ...rest } = plan;
  if (wantedName === undefined || !made?.rows) return;
  if ((yield* lastRow(context, takeBack.orgId, itemId)) !== made.rows.upTo) return;
  yield* giveName({ ...context, notes: { ...context.notes } }, itemId, wantedName);
  const rows = { ...made.rows, upTo: yield* lastRow(context, takeBack.orgId, itemId) };
  yield* context.store.takeBacks.putItem(takeBack, { itemId, plan: { ...rest, made: { ...made, rows } }, outcome });
}

/** If it is still taken, it keeps the one that it has. */
function* giveName(context: ToolContext, itemId: string, name: string): Op<void> {
  const item = yield* findItemToTakeBack(context, itemId);
  if (item?.deletedAt === null) yield* setItemFields(context, item, { name });
  const folder = item ? undefined : (yield* findSubject(context, itemId))?.folder;
  if (folder?.deletedAt === null) yield* setFolderFields(context, folder, { name });
}
