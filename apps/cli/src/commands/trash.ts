import { Command } from '@commander-js/extra-typings';
import { durationWords, trashMs } from '@gatehouse/domain';
import { table, when } from '../terminal/output.ts';
import { workspaceCommand } from '../workspace/options.ts';
import { inWorkspace } from '../workspace/workspace.ts';

interface Trashed {
  id: string;
  type: string;
  name: string;
  deletedAt: number;
  purgedAfter: number;
}

const list = workspaceCommand('list')
  .description('list deleted items that can still be restored, last deleted first (at most 200)')
  .action((options) =>
    inWorkspace(options, async ({ call }) => {
      const value = await call<{ items: Trashed[] }>('list_trash', { limit: 200 });
      const rows = value.items.map(({ name, type, deletedAt, purgedAfter, id }) => [name, type, when(deletedAt), when(purgedAfter), id]);
      return { value, text: () => table(['NAME', 'TYPE', 'DELETED', 'KEPT UNTIL', 'ID'], rows, 'the trash is empty') };
    }),
  );

const restore = workspaceCommand('restore')
  .description('restore a deleted item with its whole history')
  .argument('<id>')
  .action((itemId, options) =>
    inWorkspace(options, async ({ call }) => ({
      value: await call('restore_item', { itemId }),
      text: () => `${itemId} is restored.`,
    })),
  );

const purge = workspaceCommand('purge')
  .description('permanently delete an item from the trash, with its whole history')
  .argument('<id>')
  .action((itemId, options) =>
    inWorkspace(options, async ({ call }) => ({
      value: await call('purge_item', { itemId }),
      text: () => `${itemId} is permanently deleted.`,
    })),
  );

export const trashCommand = new Command('trash')
  .description(`manage deleted items, kept for ${durationWords(trashMs)}`)
  .addCommand(list)
  .addCommand(restore)
  .addCommand(purge);
