import { isGroup } from '@gatehouse/domain';
import type { Op, VisibleItem } from '@gatehouse/storage';
import { z } from 'zod';
import { listedAgentFields } from '../../identity/agents/agent-fields.ts';
import type { ToolContext } from '../../kernel/context/context.ts';
import { defineTool } from '../../kernel/context/tool.ts';
import { decodeCursor, encodeCursor } from '../../kernel/schema/cursor.ts';
import { personFields } from '../../kernel/schema/person-fields.ts';
import { cursor } from '../../kernel/schema/schema.ts';
import { nextCursor } from '../../kernel/schema/shapes.ts';
import { openCommentFields } from '../comments/comment-fields.ts';
import { isText, readText, readVersionBytes } from '../items/content.ts';
import { taskFields } from '../tasks/tasks.ts';
import { filesBesideSkill } from './export-item.ts';

const sections = ['organization', 'people', 'groups', 'agents', 'folders', 'tasks', 'items', 'comments'] as const;
type Section = (typeof sections)[number];

/** One line of the export, and the position in its section after it. */
interface Line {
  value: { record: string } & Record<string, unknown>;
  id: string;
  name: string;
}

/** Lines of a section in one call, and whether the section ends with them. */
interface Part {
  lines: Line[];
  isWhole: boolean;
}

type After = Pick<Line, 'id' | 'name'>;

const rowsAtOnce = 100;
const itemsAtOnce = 50;
/** Bytes of text in one call. A larger text comes alone, and so does a file, because its bytes can be in the file store. */
const bytesAtOnce = 1024 * 1024;
const position = z.tuple([z.enum(sections), z.string(), z.string()]);

export const exportOrganization = defineTool({
  name: 'export_organization',
  title: 'Export organization',
  description:
    'Export the organization as JSON lines: people, groups, agents, folders, tasks, documents, skills and files with their current contents, and comments. Each call returns the next part; append the parts until nextCursor is null. export_activity exports the log.',
  audience: 'person',
  access: 'read',
  role: 'owner',
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: z.strictObject({ cursor: cursor() }),
  output: z.object({ text: z.string(), rows: z.int().describe('number of lines in this part'), nextCursor }),
  example: {
    input: {},
    output: {
      text: '{"record":"organization","id":"org_01jd2x7q8me3k5w9t4v6b8n0r2","name":"Acme","createdAt":1763000000000}\n',
      rows: 1,
      nextCursor: 'WyJvcmdhbml6YXRpb24iLCJwZW9wbGUiLCIiLCIiXQ',
    },
  },
  *run(context, { cursor }) {
    const [section, id, name] = cursor === undefined ? ([sections[0], '', ''] as const) : decodeCursor('organization', position, cursor);
    context.call.notes.itemType = 'organization';
    context.call.notes.itemId = context.viewer.orgId;
    const { lines, isWhole } = yield* partOf[section](context, { id, name });
    const last = lines.at(-1);
    const text = lines.map(({ value }) => `${JSON.stringify(value)}\n`).join('');
    return {
      text,
      rows: lines.length,
      nextCursor: isWhole || !last ? yield* startOfNext(context, section) : encodeCursor('organization', [section, last.id, last.name]),
    };
  },
});

/** Beginning of the next section. Leaves out the last one if it is empty, so that an export without comments ends as it did before comments. */
function* startOfNext(context: ToolContext, section: Section): Op<string | null> {
  const next = sections[sections.indexOf(section) + 1];
  if (!next) return null;
  const isLeftOut = next === 'comments' && (yield* partOf[next](context, { id: '', name: '' })).lines.length === 0;
  return isLeftOut ? null : encodeCursor('organization', [next, '', '']);
}

const partOf: Record<Section, (context: ToolContext, after: After) => Op<Part>> = {
  *organization({ store, viewer }) {
    const organization = yield* store.organizations.find(viewer.orgId);
    if (!organization) throw new Error(`no organization ${viewer.orgId} to export`);
    const { id, name, createdAt } = organization;
    const houseRules = yield* store.organizations.houseRules(id);
    const agentsReadOnly = yield* store.organizations.agentsReadOnly(id);
    return { lines: [{ value: { record: 'organization', id, name, houseRules, agentsReadOnly, createdAt }, id, name: '' }], isWhole: true };
  },
  *people({ store, viewer }, { id }) {
    const people = yield* store.people.page(viewer.orgId, rowsAtOnce, id === '' ? undefined : id);
    return partOfRows(people, (person) => ({ record: 'person', ...personFields(person) }));
  },
  *groups({ store, viewer: { orgId, personId }, now }, after) {
    const groups = yield* store.groups.list({ orgId, personId, at: now }, rowsAtOnce, after.id === '' ? undefined : after);
    const lines: Line[] = [];
    for (const { id, name, claimValue, createdAt } of groups) {
      const people = yield* store.groups.peopleOf(orgId, id, now);
      lines.push({ value: { record: 'group', id, name, claimValue, createdAt, people }, id, name });
    }
    return { lines, isWhole: groups.length < rowsAtOnce };
  },
  *agents({ store, viewer: { orgId }, now }, { id }) {
    const agents = yield* store.agents.page({ orgId, withRemoved: true, afterId: id === '' ? undefined : id, now, limit: rowsAtOnce });
    return partOfRows(agents, (agent) => ({ record: 'agent', ...listedAgentFields(agent) }));
  },
  *folders({ store, viewer }, after) {
    const folders = yield* store.folders.list(viewer, rowsAtOnce, after.id === '' ? undefined : after);
    const lines: Line[] = [];
    for (const { id, name, ownerId, parentId, rootId, visibility, organizationAccess } of folders) {
      const shares = yield* store.folders.shares(viewer.orgId, rootId);
      const ofPeople = shares.filter((share) => !isGroup(share.sharedWith));
      const sharedWith = ofPeople.map((share) => share.sharedWith);
      const readers = ofPeople.filter(({ access }) => access === 'read').map((share) => share.sharedWith);
      const groups = shares
        .filter((share) => isGroup(share.sharedWith))
        .map((share) => ({ groupId: share.sharedWith, access: share.access }));
      lines.push({
        value: {
          record: 'folder',
          id,
          name,
          ownerId,
          parentId,
          visibility,
          organizationAccess,
          sharedWith,
          readers,
          ...(groups.length > 0 && { groups }),
        },
        id,
        name,
      });
    }
    return { lines, isWhole: folders.length < rowsAtOnce };
  },
  *tasks({ store, viewer }, { id }) {
    const tasks = yield* store.tasks.inOrder(viewer.orgId, id, rowsAtOnce);
    return partOfRows(tasks, (task) => ({ record: 'task', ...taskFields(task) }));
  },
  *items(context, { id }) {
    const items = yield* context.store.items.inOrder(context.viewer, id, itemsAtOnce);
    const lines: Line[] = [];
    let bytes = 0;
    for (const item of items) {
      const isAlone = !isText(item) || item.sizeBytes > bytesAtOnce || item.manifest !== null;
      if (lines.length > 0 && (isAlone || bytes + item.sizeBytes > bytesAtOnce)) return { lines, isWhole: false };
      lines.push({ value: yield* itemLine(context, item), id: item.id, name: '' });
      if (isAlone) return { lines, isWhole: false };
      bytes += item.sizeBytes;
    }
    return { lines, isWhole: items.length < itemsAtOnce };
  },
  *comments(context, { id }) {
    const describe = openCommentFields(context);
    const comments = yield* context.store.comments.inOrder(context.viewer, id, rowsAtOnce);
    const lines: Line[] = [];
    for (const comment of comments) {
      const { line: _, url: __, ...fields } = yield* describe(comment, undefined);
      lines.push({ value: { record: 'comment', ...fields }, id: comment.id, name: '' });
    }
    return { lines, isWhole: comments.length < rowsAtOnce };
  },
};

function partOfRows<Row extends { id: string }>(rows: Row[], describe: (row: Row) => Line['value']): Part {
  return { lines: rows.map((row) => ({ value: describe(row), id: row.id, name: '' })), isWhole: rows.length < rowsAtOnce };
}

function* itemLine(context: ToolContext, item: VisibleItem): Op<Line['value']> {
  const { type, id, name, folderId, mimeType, sizeBytes, description, tags, isSystem, isAgentMemory, versionCount, createdAt, updatedAt } =
    item;
  const fields = {
    id,
    name,
    folderId,
    mimeType,
    sizeBytes,
    description,
    tags,
    isSystem,
    isAgentMemory,
    versionCount,
    createdAt,
    updatedAt,
  };
  if (isText(item))
    return { record: type, ...fields, content: yield* readText(context, item), ...(yield* filesBesideSkill(context, item)) };
  const bytes = yield* readVersionBytes(context, item, versionCount);
  return { record: type, ...fields, contentBase64: bytes.toString('base64') };
}
