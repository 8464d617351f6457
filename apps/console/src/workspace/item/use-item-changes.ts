import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../kernel/calls/call.ts';
import { affectedByOwnChange, isAffected } from '../../kernel/live/affected.ts';
import { useMembership } from '../../kernel/membership/membership.ts';
import { sayDone, sayFailed } from '../../kernel/notices/notices.ts';
import { messageOf } from '../../kernel/states/failed.tsx';
import { count } from '../../kernel/words/count-words.ts';
import { type Item, named } from './item.ts';

export type Changeable = Pick<Item, 'id' | 'type' | 'name'> & { folderId?: string | null };

/** Lists and items are asked for again: what the person did must not wait for the stream. */
export function refreshItems(queries: QueryClient, orgId: string): Promise<void> {
  return queries.invalidateQueries({ queryKey: [orgId], predicate: ({ queryKey }) => isAffected(queryKey, affectedByOwnChange) });
}

/** Runs what changes items, says why it failed, and has them asked for again. */
export function useItemChange() {
  const { orgId } = useMembership();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (change: () => Promise<void>) => change(),
    onError: (error) => sayFailed(messageOf(error), error),
    onSettled: () => refreshItems(queries, orgId),
  });
}

/** What can be done to documents, files and skills as a whole, each with its way back. */
export function useItemChanges() {
  const { orgId } = useMembership();
  const queries = useQueryClient();
  const run = useItemChange();
  const undo = (change: () => Promise<void>) => () => run.mutate(change);

  const renameTo = (item: Changeable, name: string) => call(orgId, 'move_item', { ...named(item), name });
  const moveTo = (item: Changeable, folderId: string | null) =>
    call(orgId, 'move_item', { ...named(item), ...(folderId === null ? { outOfFolders: true } : { folderId }) });
  const toTrash = ({ id, type }: Changeable) =>
    type === 'doc' ? call(orgId, 'delete_doc', { docId: id }) : call(orgId, 'delete_file', { fileId: id });

  return {
    isPending: run.isPending,
    /** Rejects where it is refused: the form says why. */
    async rename(item: Changeable, name: string): Promise<void> {
      await renameTo(item, name);
      sayDone(
        `Renamed to ${name.trim()}.`,
        undo(async () => void (await renameTo(item, item.name))),
      );
      await refreshItems(queries, orgId);
    },
    move(items: readonly Changeable[], folder: { id: string | null; name: string }): void {
      run.mutate(async () => {
        const moved = await eachOf(items, (item) => moveTo(item, folder.id));
        sayDone(
          `${saying(moved)} moved to ${folder.name}.`,
          undo(async () => void (await eachOf(moved, (item) => moveTo(item, item.folderId ?? null)))),
        );
      });
    },
    trash(items: readonly Changeable[], after?: () => void): void {
      run.mutate(async () => {
        const gone = await eachOf(items, toTrash);
        sayDone(
          `${saying(gone)} moved to the trash.`,
          undo(async () => void (await eachOf(gone, ({ id }) => call(orgId, 'restore_item', { itemId: id })))),
        );
        after?.();
      });
    },
    /** Rejects where it is refused: the form says why. */
    async setTags({ id, type, tags: before }: Pick<Item, 'id' | 'type' | 'tags'>, tags: string[]): Promise<void> {
      const named = type === 'doc' ? { docId: id } : { fileId: id };
      const set = async (next: string[]) => void (await call(orgId, 'set_tags', { ...named, tags: next }));
      await set(tags);
      sayDone(
        'Tags saved.',
        undo(() => set(before)),
      );
      await refreshItems(queries, orgId);
    },
    setAgentMemory(item: Changeable, isAgentMemory: boolean): void {
      const set = async (value: boolean) => void (await call(orgId, 'set_agent_memory', { docId: item.id, isAgentMemory: value }));
      run.mutate(async () => {
        await set(isAgentMemory);
        sayDone(
          isAgentMemory ? `Agents can read ${item.name} but not change it.` : `Agents can change ${item.name} again.`,
          undo(() => set(!isAgentMemory)),
        );
      });
    },
  };
}

/** One after the other. Gives those that it was done to; what refuses the first one is thrown, and of later ones said. */
async function eachOf<Entry extends { name?: string }>(
  items: readonly Entry[],
  change: (item: Entry) => Promise<unknown>,
): Promise<Entry[]> {
  const done: Entry[] = [];
  for (const item of items) {
    try {
      await change(item);
      done.push(item);
    } catch (error) {
      if (done.length === 0 && items.length === 1) throw error;
      sayFailed(`${item.name}: ${messageOf(error)}`, error);
    }
  }
  return done;
}

function saying(items: readonly Changeable[]): string {
  const [first] = items;
  return items.length === 1 && first ? first.name : count(items.length, 'item');
}
