import { Command } from '@commander-js/extra-typings';
import { UsageError } from '../kernel/faults.ts';
import { printable, when } from '../terminal/output.ts';
import { requireFolder } from '../workspace/folders.ts';
import { workspaceCommand } from '../workspace/options.ts';
import { everyRow } from '../workspace/pages.ts';
import { inWorkspace, type Workspace } from '../workspace/workspace.ts';

interface WaitingItem {
  id: string;
  name: string;
  folderName?: string;
  waitsSince: number;
  isDeleted: boolean;
}

interface Review {
  name: string;
  reviewCount: number;
  waiting: 'text' | 'new' | 'content' | 'deletion' | null;
  changes: { id: string; before: string; after: string; by: { at: number; agent: string | null; person: string | null } }[];
}

interface Decided {
  versionCount: number;
  waiting: number;
}

const list = workspaceCommand('list')
  .description("list items that wait for your review; with an item, list the agents' changes to it")
  .argument('[item]', 'a document or file')
  .action((itemId, options) =>
    inWorkspace(options, async (workspace) => {
      if (itemId !== undefined) {
        const review = await workspace.call<Review>('read_review', { itemId });
        return { value: review, text: () => describeReview(review) };
      }
      const items = await everyRow<WaitingItem>(workspace, 'list_reviews', 'items', { limit: 200 });
      return { value: { items }, text: () => describeItems(items) };
    }),
  );

const accept = workspaceCommand('accept')
  .description("accept agents' changes: they become part of the reviewed text")
  .argument('<item>', 'a document or file')
  .argument('[changes...]', 'identifiers from "reviews list <item>"')
  .option('--all', 'all waiting changes')
  .action((itemId, changes, { all = false, ...options }) =>
    inWorkspace(options, async (workspace) => {
      const value = await decide(workspace, itemId, { accept: chosen(changes, all) });
      return { value, text: () => `accepted. ${sayLeft(value)}` };
    }),
  );

const decline = workspaceCommand('decline')
  .description("decline agents' changes: a new version is saved without them")
  .argument('<item>', 'a document or file')
  .argument('[changes...]', 'identifiers from "reviews list <item>"')
  .option('--all', 'all waiting changes')
  .option('--note <text>', 'reason, sent to the agent as a comment')
  .action((itemId, changes, { all = false, note, ...options }) =>
    inWorkspace(options, async (workspace) => {
      const value = await decide(workspace, itemId, { decline: chosen(changes, all), ...(note !== undefined && { note }) });
      return { value, text: () => `declined. ${sayLeft(value)}` };
    }),
  );

const ask = workspaceCommand('ask')
  .description("ask for review of agents' changes in a top folder; without one, outside of folders")
  .argument('[folder]', 'folder name, path or ID')
  .option('--off', 'no longer')
  .option('--accept-waiting', 'with --off: accept all changes that still wait')
  .action((wanted, { off = false, acceptWaiting, ...options }) =>
    inWorkspace(options, async (workspace) => {
      const folder = wanted === undefined ? undefined : await requireFolder(workspace, wanted);
      const value = await workspace.call<{ review: boolean; accepted: number }>('set_review', {
        ...(folder && { folderId: folder.id }),
        review: !off,
        ...(acceptWaiting && { acceptWaiting }),
      });
      const place = folder ? `in ${folder.name}` : 'outside of folders';
      return { value, text: () => `Agents' changes ${place} ${off ? 'no longer wait' : 'wait'} for a review.` };
    }),
  );

export const reviewsCommand = new Command('reviews')
  .description("accept or decline agents' changes")
  .addCommand(ask)
  .addCommand(list)
  .addCommand(accept)
  .addCommand(decline);

function chosen(changes: readonly string[], all: boolean): true | readonly string[] {
  if (all === changes.length > 0) throw new UsageError('name changes from "gatehouse reviews list <item>", or give --all');
  return all ? true : changes;
}

/** Sends decisions with the current review count. The gateway refuses them all if a text changes in between. */
async function decide({ call }: Pick<Workspace, 'call'>, itemId: string, decision: object): Promise<Decided> {
  const { reviewCount } = await call<Review>('read_review', { itemId });
  return await call<Decided>('review_item', { itemId, reviewCount, ...decision });
}

function sayLeft({ waiting }: Decided): string {
  if (waiting === 0) return 'nothing waits any longer.';
  return waiting === 1 ? '1 change waits.' : `${waiting} changes wait.`;
}

function describeItems(items: readonly WaitingItem[]): string {
  if (items.length === 0) return 'no changes wait for a review';
  return items
    .map(({ id, name, folderName, waitsSince, isDeleted }) => {
      const folder = folderName === undefined ? [] : [`in ${printable(folderName)}`];
      return [id, printable(name), ...folder, `since ${when(waitsSince)}`, ...(isDeleted ? ['deleted by an agent'] : [])].join('  ');
    })
    .join('\n');
}

const wholes = { new: 'an agent created it', content: 'an agent replaced its content', deletion: 'an agent deleted it' };

function describeReview({ name, waiting, changes }: Review): string {
  if (waiting === null) return `no changes to ${printable(name)} wait for a review`;
  return changes
    .map(({ id, before, after, by: { at, agent, person } }) => {
      const author = [agent ?? 'an agent', ...(person === null ? [] : [`for ${person}`])].join(' ');
      const lines = waiting === 'text' ? [...marked('-', before), ...marked('+', after)] : [`  ${wholes[waiting]}`];
      return [[id, printable(author), when(at)].join('  '), ...lines].join('\n');
    })
    .join('\n\n');
}

function marked(mark: string, text: string): string[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => `  ${mark} ${printable(line)}`);
}
