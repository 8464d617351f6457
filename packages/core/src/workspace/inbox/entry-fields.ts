import { itemTypes } from '@gatehouse/domain';
import type { CommentForPerson, ConnectionWithHeldTools, ItemToReview, Op } from '@gatehouse/storage';
import { z } from 'zod';
import type { ToolContext } from '../../kernel/context/context.ts';
import { time } from '../../kernel/schema/schema.ts';
import { openAuthors } from '../history/visible-history.ts';
import { folderFields, folderShape } from '../items/item-fields.ts';
import { author } from '../items/list-items.ts';
import { taskFields, taskShape } from '../tasks/tasks.ts';
import { clipEnd } from '../text/clip-text.ts';
import { type InboxEntry, isRead } from './find-entries.ts';

/** Kinds of entries: waiting changes, an unreviewed version of a skill, a comment, tools on hold, and a new task. */
const entryKinds = ['review', 'skill', 'comment', 'tools', 'task'] as const;

export const entryShape = z.object({
  id: z.string().describe('the item, comment, connection or task that waits'),
  kind: z.enum(entryKinds),
  at: time.describe('time of the last event'),
  isRead: z.boolean(),
  by: author.nullable().describe('author of the change, comment or assignment; null for tools'),
  item: z
    .object({
      type: z.enum(itemTypes),
      name: z.string(),
      ...folderShape,
      versionCount: z.int(),
      reviewCount: z.int().describe('for review_item'),
      isDeleted: z.boolean().describe('an agent deleted it'),
    })
    .nullable(),
  comment: z
    .object({
      subjectId: z.string().describe('the item or task'),
      subjectName: z.string(),
      answerTo: z.string().nullable(),
      text: z.string().describe('first 1,000 characters'),
    })
    .nullable(),
  connection: z.object({ service: z.string(), name: z.string(), heldCount: z.int() }).nullable(),
  task: taskShape.nullable(),
});

export const entryExample: z.input<typeof entryShape> = {
  id: 'doc_01jd2x7q8me3k5w9t4v6b8n0r2',
  kind: 'review',
  at: 1_763_600_000_000,
  isRead: false,
  by: {
    personId: 'person_01jd2x7q8me3k5w9t4v6b8n0r2',
    agentId: 'agent_01jd2x7q8me3k5w9t4v6b8n0r2',
    name: 'release bot',
    entrance: 'mcp',
  },
  item: { type: 'doc', name: 'Release notes', folderId: null, versionCount: 4, reviewCount: 3, isDeleted: false },
  comment: null,
  connection: null,
  task: null,
};

type EntryFields = z.input<typeof entryShape>;

/** Returns a function that describes entries. Reads the name of each author once. */
export function openEntryFields(context: ToolContext) {
  const authors = openAuthors(context);
  return function* (entry: InboxEntry): Op<EntryFields> {
    const { id, at } = entry.row;
    const common = { id, kind: entry.kind, at, isRead: isRead(entry), by: null, ...nothing };
    switch (entry.kind) {
      case 'review':
      case 'skill': {
        const { changedBy, changedByAgent, changedThrough } = entry.row;
        const by = yield* authors({ personId: changedBy, agentId: changedByAgent, entrance: changedThrough });
        return { ...common, by, item: itemOf(entry.row) };
      }
      case 'comment':
        return { ...common, by: yield* authors(entry.row), comment: commentOf(entry.row) };
      case 'tools':
        return { ...common, connection: connectionOf(entry.row) };
      case 'task': {
        const { personId, agentId, entrance, at: _, readThrough: __, ...task } = entry.row;
        return { ...common, by: yield* authors({ personId, agentId, entrance }), task: taskFields(task) };
      }
      default:
        return entry satisfies never;
    }
  };
}

const nothing = { item: null, comment: null, connection: null, task: null };

function itemOf(row: ItemToReview): EntryFields['item'] {
  const { type, name, versionCount, reviewCount, deletedAt } = row;
  return { type, name, ...folderFields(row), versionCount, reviewCount, isDeleted: deletedAt !== null };
}

function commentOf({ subjectId, subjectName, answerTo, body }: CommentForPerson): EntryFields['comment'] {
  return { subjectId, subjectName, answerTo, text: clipEnd(body) };
}

function connectionOf({ service, name, heldCount }: ConnectionWithHeldTools): EntryFields['connection'] {
  return { service, name, heldCount };
}
