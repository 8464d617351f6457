import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../kernel/calls/call.ts';
import { affectedByOwnChange, isAffected } from '../../kernel/live/affected.ts';
import { useMembership } from '../../kernel/membership/membership.ts';
import { sayDone } from '../../kernel/notices/notices.ts';
import { sayError } from '../../kernel/states/say-error.ts';
import { hide } from '../bulk/leaving.ts';
import { useBulkChange } from '../bulk/use-bulk-change.ts';
import { type Item, named } from './item.ts';

export type Changeable = Pick<Item, 'id' | 'type' | 'name'> & { folderId?: string | null };

/** Reloads lists and items, because a person's own change must not wait for the stream. */
export function refreshItems(queries: QueryClient, orgId: string): Promise<void> {
  return queries.invalidateQueries({ queryKey: [orgId], predicate: ({ queryKey }) => isAffected(queryKey, affectedByOwnChange) });
}

/** Runs a change of items, shows why it failed, and refetches them. */
export function useItemChange() {
  const { orgId } = useMembership();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (change: () => Promise<void>) => change(),
    onError: sayError,
    onSettled: () => refreshItems(queries, orgId),
  });
}

/** Actions on documents, files and skills, each with Undo. */
export function useItemChanges() {
  const { orgId } = useMembership();
  const queries = useQueryClient();
  const run = useItemChange();
  const change = useBulkChange();
  const undo = (change: () => Promise<void>) => () => run.mutate(change);

  const renameTo = (item: Changeable, name: string) => call(orgId, 'move_item', { ...named(item), name });
  const moveTo = (item: Changeable, folderId: string | null) =>
    call(orgId, 'move_item', { ...named(item), ...(folderId === null ? { outOfFolders: true } : { folderId }) });
  const toTrash = ({ id, type }: Changeable) =>
    type === 'doc' ? call(orgId, 'delete_doc', { docId: id }) : call(orgId, 'delete_file', { fileId: id });

  return {
    isPending: run.isPending,
    /** Rejects if it is refused. The form shows the reason. */
    async rename(item: Changeable, name: string): Promise<void> {
      await renameTo(item, name);
      sayDone(
        `Renamed to ${name.trim()}.`,
        undo(async () => void (await renameTo(item, item.name))),
      );
      await refreshItems(queries, orgId);
    },
    move(items: readonly Changeable[], folder: { id: string | null; name: string }): void {
      const [item, another] = items;
      if (another) {
        const to = folder.id === null ? { outOfFolders: true as const } : { folderId: folder.id };
        return void change({ action: 'move', itemIds: idsOf(items), ...to }, hide(idsOf(items)));
      }
      if (!item) return;
      run.mutate(async () => {
        await moveTo(item, folder.id);
        sayDone(
          `${item.name} moved to ${folder.name}.`,
          undo(async () => void (await moveTo(item, item.folderId ?? null))),
        );
      });
    },
    trash(items: readonly Changeable[], after?: () => void): void {
      const [item, another] = items;
      if (another) return void change({ action: 'delete', itemIds: idsOf(items) }, hide(idsOf(items)));
      if (!item) return;
      run.mutate(async () => {
        await toTrash(item);
        sayDone(
          `${item.name} moved to the trash.`,
          undo(async () => void (await call(orgId, 'restore_item', { itemId: item.id }))),
        );
        after?.();
      });
    },
    /** Rejects if it is refused. The form shows the reason. */
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

const idsOf = (items: readonly Pick<Changeable, 'id'>[]) => items.map(({ id }) => id);
