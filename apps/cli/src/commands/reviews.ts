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
  .description("list what waits for your review; with an item, the agents' changes to it")
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
  .description('accept changes of agents: they become part of the reviewed text')
  .argument('<item>', 'a document or file')
  .argument('[changes...]', 'from "reviews list <item>"')
  .option('--all', 'all changes that wait')
  .action((itemId, changes, { all = false, ...options }) =>
    inWorkspace(options, async (workspace) => {
      const value = await decide(workspace, itemId, { accept: chosen(changes, all) });
      return { value, text: () => `accepted. ${sayLeft(value)}` };
    }),
  );

const decline = workspaceCommand('decline')
  .description('decline changes of agents: a new version leaves them out')
  .argument('<item>', 'a document or file')
  .argument('[changes...]', 'from "reviews list <item>"')
  .option('--all', 'all changes that wait')
  .option('--note <text>', 'why: a comment for the agent')
  .action((itemId, changes, { all = false, note, ...options }) =>
    inWorkspace(options, async (workspace) => {
      const value = await decide(workspace, itemId, { decline: chosen(changes, all), ...(note !== undefined && { note }) });
      return { value, text: () => `declined. ${sayLeft(value)}` };
    }),
  );

const ask = workspaceCommand('ask')
  .description("let agents' changes wait for a review, in a top folder or, without one, outside of folders")
  .argument('[folder]', 'folder name, path or ID')
  .option('--off', 'no longer')
  .option('--accept-waiting', 'with --off: changes that still wait count as accepted')
  .action((wanted, { off = false, acceptWaiting, ...options }) =>
    inWorkspace(options, async (workspace) => {
      const folder = wanted === undefined ? undefined : await requireFolder(workspace, wanted);
      const value = await workspace.call<{ review: boolean; accepted: number }>('set_review', {
        ...(folder && { folderId: folder.id }),
        review: !off,
        ...(acceptWaiting && { acceptWaiting }),
      });
      const place = folder ? `in ${folder.name}` : 'outside of folders';
      return { value, text: () => `Changes of agents ${place} ${off ? 'no longer wait' : 'wait'} for a review.` };
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

/** Decides about the changes as they are now. If they change in between, the call is refused and nothing is decided. */
async function decide({ call }: Pick<Workspace, 'call'>, itemId: string, decision: object): Promise<Decided> {
  const { reviewCount } = await call<Review>('read_review', { itemId });
  return await call<Decided>('review_item', { itemId, reviewCount, ...decision });
}

function sayLeft({ waiting }: Decided): string {
  if (waiting === 0) return 'nothing waits any longer.';
  return waiting === 1 ? '1 change waits.' : `${waiting} changes wait.`;
}

function describeItems(items: readonly WaitingItem[]): string {
  if (items.length === 0) return 'nothing waits for a review';
  return items
    .map(({ id, name, folderName, waitsSince, isDeleted }) => {
      const folder = folderName === undefined ? [] : [`in ${printable(folderName)}`];
      return [id, printable(name), ...folder, `since ${when(waitsSince)}`, ...(isDeleted ? ['deleted by an agent'] : [])].join('  ');
    })
    .join('\n');
}

const wholes = { new: 'an agent created it', content: 'an agent replaced its content', deletion: 'an agent deleted it' };

function describeReview({ name, waiting, changes }: Review): string {
  if (waiting === null) return `nothing of ${printable(name)} waits for a review`;
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
