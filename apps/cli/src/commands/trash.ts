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
  .description('deleted items that can still be restored, last deleted first (200 at most)')
  .action((options) =>
    inWorkspace(options, async ({ call }) => {
      const value = await call<{ items: Trashed[] }>('list_trash', { limit: 200 });
      const rows = value.items.map(({ name, type, deletedAt, purgedAfter, id }) => [name, type, when(deletedAt), when(purgedAfter), id]);
      return { value, text: () => table(['NAME', 'TYPE', 'DELETED', 'KEPT UNTIL', 'ID'], rows, 'the trash is empty') };
    }),
  );

const restore = workspaceCommand('restore')
  .description('bring an item back, with its whole history')
  .argument('<id>')
  .action((itemId, options) =>
    inWorkspace(options, async ({ call }) => ({
      value: await call('restore_item', { itemId }),
      text: () => `${itemId} is restored.`,
    })),
  );

const purge = workspaceCommand('purge')
  .description('delete an item in the trash forever, with its whole history')
  .argument('<id>')
  .action((itemId, options) =>
    inWorkspace(options, async ({ call }) => ({
      value: await call('purge_item', { itemId }),
      text: () => `${itemId} is deleted forever.`,
    })),
  );

export const trashCommand = new Command('trash')
  .description(`deleted items, for ${durationWords(trashMs)}`)
  .addCommand(list)
  .addCommand(restore)
  .addCommand(purge);
