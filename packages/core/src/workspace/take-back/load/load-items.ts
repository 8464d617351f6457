import type { ItemEntry } from '@gatehouse/domain/take-back';
import type { Op, TakeBack, VisibleItem } from '@gatehouse/storage';
import type { ToolContext } from '../../../kernel/context/context.ts';
import { versionsOfRun } from './changes-of-run.ts';
import { type LoadedBody, loadBodies } from './load-bodies.ts';
import type { OpenEntry } from './open-entry.ts';

interface LoadedItems {
  items: Map<string, ItemEntry & OpenEntry['common']>;
  bodies: Map<string, LoadedBody>;
}

/** Loads documents, files and skills, with the changes to their bodies by the run and by others. */
export function* loadItems(context: ToolContext, takeBack: TakeBack, open: readonly OpenEntry[]): Op<LoadedItems> {
  const found = open.flatMap(({ entry, subject: { item }, common }) => (item ? [{ entry, item, common }] : []));
  const versions = yield* versionsOfRun(context, takeBack, found);
  const changed = found.flatMap(({ entry, item, common }) => {
    const made = versions.get(item.id);
    return made && !common.isLeftOut ? [{ item, plan: entry.plan, versions: made }] : [];
  });
  const bodies = yield* loadBodies(context, changed);
  const items = found.flatMap(({ item, common }): [string, ItemEntry & OpenEntry['common']][] => {
    const made = versions.get(item.id);
    const body = bodies.get(item.id)?.body ?? { kind: 'untouched' };
    return made ? [[item.id, { kind: 'item', ...common, ...present(item), versions: made, body }]] : [];
  });
  return { items: new Map(items), bodies };
}

function present({ type, name, folderId, isSystem, isAgentMemory, deletedAt }: VisibleItem) {
  return { type, name, folderId, isSystem, isAgentMemory, isDeleted: deletedAt !== null };
}
