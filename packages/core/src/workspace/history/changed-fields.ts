import { isGroup } from '@gatehouse/domain';
import type { Change, Op } from '@gatehouse/storage';
import { z } from 'zod';
import type { ToolContext } from '../../kernel/context/context.ts';
import { clipEnd } from '../text/clip-text.ts';

const reference = z.object({
  id: z.string(),
  name: z.string().optional().describe('only if the caller sees it'),
  email: z.string().optional().describe('of a member'),
});

const value = z.union([z.string(), z.number(), z.boolean(), z.array(z.string()), reference]).nullable();

export const changedFieldShape = z.object({
  field: z.string(),
  sharedWith: z
    .union([z.literal('organization'), reference])
    .optional()
    .describe('grantee of "share"'),
  before: value.describe('first 1,000 characters of a long text'),
  after: value,
});

type ChangedField = z.input<typeof changedFieldShape>;
type Value = ChangedField['before'];
type Reference = z.input<typeof reference>;

/**
 * Returns functions that name folders, people and groups, if the caller can see them now. Each is looked up once. A hidden folder is an
 * identifier without a name (D65.6). For a key that is limited to folders it is null, as is being in no folder: neither exists for the key
 * (D49.5).
 */
export function openReferences({ store, viewer }: Pick<ToolContext, 'store' | 'viewer'>) {
  return {
    folder: remembered(function* (id): Op<Reference | null> {
      const folder = yield* store.folders.visible(viewer, id);
      if (folder) return { id, name: folder.name };
      return viewer.limits?.folders ? null : { id };
    }),
    person: remembered(function* (id): Op<Reference> {
      const person = yield* store.people.find(viewer.orgId, id);
      return person ? { id, name: person.name, email: person.email } : { id };
    }),
    group: remembered(function* (id): Op<Reference> {
      const group = yield* store.groups.find(viewer.orgId, id);
      return group ? { id, name: group.name } : { id };
    }),
  };
}

function remembered<Found extends Reference | null>(find: (id: string) => Op<Found>) {
  const known = new Map<string, Found>();
  return function* (id: string): Op<Found> {
    let found = known.get(id);
    if (found === undefined) known.set(id, (found = yield* find(id)));
    return found;
  };
}

export type References = ReturnType<typeof openReferences>;

const plainNames: Readonly<Record<string, string>> = { folderId: 'folder', parentId: 'folder', ownerId: 'owner', mimeType: 'type' };
const shareOf = 'share:';

/** The fields that a row changed, in plain names. */
export function* changedFields(references: References, { fieldsBefore, fieldsAfter }: Change | RowValues): Op<ChangedField[]> {
  const fields: ChangedField[] = [];
  for (const [name, after] of Object.entries(fieldsAfter ?? {})) {
    fields.push({
      ...(yield* namedField(references, name)),
      before: yield* shownValue(references, name, fieldsBefore?.[name]),
      after: yield* shownValue(references, name, after),
    });
  }
  return fields;
}

type RowValues = Pick<Change, 'fieldsBefore' | 'fieldsAfter'>;

function* namedField(references: References, name: string): Op<Pick<ChangedField, 'field' | 'sharedWith'>> {
  if (!name.startsWith(shareOf)) return { field: plainNames[name] ?? name };
  const whom = name.slice(shareOf.length);
  return { field: 'share', sharedWith: whom === 'organization' ? whom : yield* references[isGroup(whom) ? 'group' : 'person'](whom) };
}

function* shownValue(references: References, name: string, value: unknown): Op<Value> {
  if (value === null || value === undefined) return null;
  if (name === 'folderId' || name === 'parentId') return yield* references.folder(String(value));
  if (name === 'ownerId' || name === 'assignee') return yield* references.person(String(value));
  return typeof value === 'string' ? clipEnd(value) : (value as Value);
}
