import { entrances } from '@gatehouse/domain';
import type { AttributedVersion, Op, VisibleItem } from '@gatehouse/storage';
import { z } from 'zod';
import { asOf, checkAsOf } from '../../kernel/context/as-of.ts';
import type { ToolContext } from '../../kernel/context/context.ts';
import { defineTool } from '../../kernel/context/tool.ts';
import { decodeCursor, pageOf } from '../../kernel/schema/cursor.ts';
import { cursor, identifier, pageLimit, time } from '../../kernel/schema/schema.ts';
import { nextCursor } from '../../kernel/schema/shapes.ts';
import { findItem, findPastItem } from '../items/find-item.ts';
import { changedFile, changesOfVersions } from '../skill-files/version-changes.ts';

const numberPosition = z.tuple([z.int()]);

const versionShape = z.object({
  version: z.int(),
  changeSummary: z.string(),
  at: time,
  sizeBytes: z.int(),
  changedFiles: z.array(changedFile).optional().describe('changed files of a skill'),
  person: z.object({ id: z.string(), name: z.string(), email: z.string() }).nullable().describe('null: made by Gatehouse itself'),
  agent: z.object({ id: z.string(), name: z.string() }).nullable().describe('null: made by the person directly'),
  key: z.object({ id: z.string(), name: z.string().nullable() }).nullable(),
  entrance: z.enum(entrances),
  sdk: z.string().nullable(),
});

export const listItemVersions = defineTool({
  name: 'list_item_versions',
  title: 'History of an item',
  description: 'List the versions of a document, file or skill, newest first, each with its person, agent, key, entrance and SDK.',
  audience: 'person',
  access: 'read',
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: z.strictObject({
    itemId: identifier('a document, file or skill'),
    asOf,
    limit: pageLimit(50, 100, 'versions'),
    cursor: cursor(),
  }),
  output: z.object({ versions: z.array(versionShape), nextCursor }),
  example: {
    input: { itemId: 'doc_01jd2x7q8me3k5w9t4v6b8n0r2' },
    output: {
      versions: [
        {
          version: 1,
          changeSummary: 'created',
          at: 1_763_000_000_000,
          sizeBytes: 22,
          person: { id: 'person_01jd2x7q8me3k5w9t4v6b8n0r2', name: 'Ada', email: 'ada@example.com' },
          agent: { id: 'agent_01jd2x7q8me3k5w9t4v6b8n0r2', name: 'release bot' },
          key: { id: 'key_01jd2x7q8me3k5w9t4v6b8n0r2', name: null },
          entrance: 'mcp',
          sdk: 'typescript-sdk/1.29.0',
        },
      ],
      nextCursor: null,
    },
  },
  *run(context, { itemId, asOf, limit, cursor }) {
    const { item, end } = yield* findListed(context, itemId, asOf);
    const list = `item versions ${item.id} ${asOf ?? ''}`;
    const [before] = cursor === undefined ? [end] : decodeCursor(list, numberPosition, cursor);
    const found = yield* context.store.versions.listAttributed(item.orgId, item.id, limit + 1, before);
    const page = pageOf(list, found, limit, (version) => [version.number]);
    const changes = yield* changesOfVersions(context, item, found);
    return { versions: page.rows.map((row) => ({ ...versionFields(row), ...changes.get(row.number) })), nextCursor: page.nextCursor };
  },
});

/** Finds an item and, with `asOf`, the number after its last version at that time. // D67 */
function* findListed(context: ToolContext, itemId: string, asOf: number | undefined): Op<{ item: VisibleItem; end?: number }> {
  if (asOf === undefined) return { item: yield* findItem(context, 'any', itemId) };
  yield* checkAsOf(context, asOf);
  const { past, current } = yield* findPastItem(context, itemId, asOf);
  return { item: current, end: past.versionCount + 1 };
}

function versionFields(version: AttributedVersion): z.input<typeof versionShape> {
  const { number, summary, at, sizeBytes, entrance, sdk, personId, personName, personEmail, agentId, agentOfName, keyId, keyName } =
    version;
  return {
    version: number,
    changeSummary: summary,
    at,
    sizeBytes,
    person: personId === null ? null : { id: personId, name: personName ?? '', email: personEmail ?? '' },
    agent: agentId === null ? null : { id: agentId, name: agentOfName ?? '' },
    key: keyId === null ? null : { id: keyId, name: keyName },
    entrance,
    sdk,
  };
}
