import { entrances, itemTypes } from '@gatehouse/domain';
import { z } from 'zod';
import { defineTool } from '../../kernel/context/tool.ts';
import { identifier, time } from '../../kernel/schema/schema.ts';
import { folderFields, folderShape } from '../items/item-fields.ts';
import { isChangeablePlace } from '../items/read-only-places.ts';
import { authorsOf, type ChangeAuthor } from './change-authors.ts';
import { findToReview } from './find-for-review.ts';
import { findWaiting, type Waiting, waitingKinds } from './waiting.ts';

const author = z.object({
  version: z.int().describe('version that made the change'),
  at: time,
  changeSummary: z.string(),
  agent: z.string().nullable(),
  person: z.string().nullable(),
  entrance: z.enum(entrances),
  requestId: z.string().nullable().describe('call in the activity log'),
});

export const readReview = defineTool({
  name: 'read_review',
  title: 'Read review',
  description: "Read the agents' changes to a document or file that wait for a review, with the reviewed and the current text.",
  audience: 'person',
  access: 'read',
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: z.strictObject({ itemId: identifier('from list_reviews') }),
  output: z.object({
    id: z.string(),
    type: z.enum(itemTypes),
    name: z.string(),
    ...folderShape,
    versionCount: z.int(),
    reviewCount: z.int().describe('for review_item'),
    canDecide: z.boolean(),
    waiting: z.enum(waitingKinds).nullable().describe('null: nothing waits. Only changes of a text can be decided one by one'),
    changes: z.array(
      z.object({
        id: z.string(),
        before: z.string().describe('reviewed text of the place'),
        after: z.string().describe('current text of the place'),
        reviewedAt: z.int().describe('character in reviewedText'),
        currentAt: z.int().describe('character in currentText'),
        by: author,
      }),
    ),
    reviewedText: z.string().nullable(),
    currentText: z.string().nullable(),
    reviewedVersion: z.int().nullable().describe('reviewed version of a file that is not compared as text'),
  }),
  example: {
    input: { itemId: 'doc_01jd2x7q8me3k5w9t4v6b8n0r2' },
    output: {
      id: 'doc_01jd2x7q8me3k5w9t4v6b8n0r2',
      type: 'doc',
      name: 'Release notes',
      folderId: null,
      versionCount: 4,
      reviewCount: 3,
      canDecide: true,
      waiting: 'text',
      changes: [
        {
          id: '0p3k9x2m1qa',
          before: '- Slow search\n',
          after: '- Faster search\n',
          reviewedAt: 7,
          currentAt: 7,
          by: {
            version: 4,
            at: 1_763_600_000_000,
            changeSummary: 'edited',
            agent: 'release bot',
            person: 'Ada',
            entrance: 'mcp',
            requestId: 'req_01jd2x7q8me3k5w9t4v6b8n0r2',
          },
        },
      ],
      reviewedText: '# 2.1\n\n- Slow search\n',
      currentText: '# 2.1\n\n- Faster search\n',
      reviewedVersion: null,
    },
  },
  *run(context, { itemId }) {
    const item = yield* findToReview(context, itemId);
    const { id, type, name, versionCount, reviewCount } = item;
    const waiting = item.waitsSince === null ? undefined : yield* findWaiting(context, item);
    const authors = yield* authorsOf(context, item, waiting?.changes ?? []);
    return {
      id,
      type,
      name,
      ...folderFields(item),
      versionCount,
      reviewCount,
      canDecide: yield* isChangeablePlace(context, item.folderId),
      waiting: waiting?.kind ?? null,
      changes: (waiting?.changes ?? []).map((change) => ({ ...change, by: authorFields(authors.get(change.id)) })),
      ...textFields(waiting),
    };
  },
});

function textFields(waiting: Waiting | undefined) {
  const { pair, reviewed } = waiting ?? {};
  const reviewedVersion = reviewed?.kind === 'version' ? reviewed.version : null;
  return { reviewedText: pair?.reviewed ?? null, currentText: pair?.current ?? null, reviewedVersion };
}

function authorFields(by: ChangeAuthor | undefined): z.input<typeof author> {
  if (!by) throw new Error('an item without versions waits for a review');
  const { number, at, summary, agentOfName, personName, entrance, requestId } = by;
  return { version: number, at, changeSummary: summary, agent: agentOfName, person: personName, entrance, requestId };
}
