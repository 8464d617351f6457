import type { ListedVersion } from '@gatehouse/storage';
import { z } from 'zod';
import type { ToolContext } from '../../kernel/context/context.ts';
import { examplePages, historyAddress } from '../../kernel/context/page-address.ts';
import { defineTool } from '../../kernel/context/tool.ts';
import { decodeCursor, pageOf } from '../../kernel/schema/cursor.ts';
import { named } from '../../kernel/schema/named.ts';
import { cursor, pageLimit, time } from '../../kernel/schema/schema.ts';
import { nextCursor } from '../../kernel/schema/shapes.ts';
import { findItem, namedItem } from '../items/find-item.ts';
import { itemArguments } from '../items/item-fields.ts';
import { changedFile, changesOfVersions } from '../skill-files/version-changes.ts';

const numberPosition = z.tuple([z.int()]);

export const listVersions = defineTool({
  name: 'list_versions',
  title: 'List versions',
  description: 'List versions of a document, file or skill, newest first, with author, summary and time.',
  audience: 'agent',
  access: 'read',
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: z.strictObject({
    ...itemArguments(),
    limit: pageLimit(20, 100, 'versions'),
    cursor: cursor(),
  }),
  output: z.object({
    versions: z.array(
      named(
        'Version',
        'A version of a document, file or skill.',
        z.object({
          version: z.int(),
          changeSummary: z.string(),
          actor: z.string(),
          at: time,
          sizeBytes: z.int(),
          changedFiles: z.array(changedFile).optional(),
          url: z.string(),
        }),
      ),
    ),
    nextCursor,
  }),
  example: {
    input: { docId: 'doc_01jd2x7q8me3k5w9t4v6b8n0r2' },
    output: {
      versions: [
        {
          version: 1,
          changeSummary: 'created',
          actor: 'release bot (ada@example.com)',
          at: 1_763_000_000_000,
          sizeBytes: 22,
          url: historyAddress(examplePages, 'doc_01jd2x7q8me3k5w9t4v6b8n0r2', 1),
        },
      ],
      nextCursor: null,
    },
  },
  *run(context, { docId, fileId, limit, cursor }) {
    const { sort, id } = namedItem({ docId, fileId });
    const item = yield* findItem(context, sort, id);
    const list = `versions ${item.id}`;
    const [before] = cursor === undefined ? [] : decodeCursor(list, numberPosition, cursor);
    const found = yield* context.store.versions.list(item.orgId, item.id, limit + 1, before);
    const page = pageOf(list, found, limit, (version) => [version.number]);
    const changes = yield* changesOfVersions(context, item, found);
    const versions = [];
    for (const version of page.rows) {
      const { number, summary, at, sizeBytes } = version;
      versions.push({
        version: number,
        changeSummary: summary,
        actor: yield* actorOf(context, version),
        at,
        sizeBytes,
        ...changes.get(number),
        url: historyAddress(context, item.id, number),
      });
    }
    return { versions, nextCursor: page.nextCursor };
  },
});

/** Author of a version in words: the agent and its person, or the person alone. */
function* actorOf({ store, viewer }: ToolContext, version: ListedVersion) {
  const person = version.personId === null ? undefined : yield* store.people.find(viewer.orgId, version.personId);
  const agent = version.agentId === null ? undefined : yield* store.agents.find(viewer.orgId, version.agentId);
  const who = person?.email ?? (version.personId === null ? 'Gatehouse' : 'a former member');
  return agent ? `${agent.name} (${who})` : who;
}
