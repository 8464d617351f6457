import type { IdPrefix } from '@gatehouse/domain';
import type { Op } from '@gatehouse/storage';
import { type GatewayError, refusal } from '../errors/errors.ts';
import type { CalledTool, ToolContext } from './context.ts';

/** Kinds of things in the workspace, by the prefix of their identifiers. */
export type Kind = Extract<IdPrefix, 'doc' | 'file' | 'skill' | 'folder' | 'task' | 'comment' | 'conn'>;

/**
 * The only answer for an item that is absent, deleted, in another organization or invisible to this caller (D5). It must not differ by
 * cause: a difference would reveal that something exists.
 */
export function noSuchItem(): GatewayError {
  return refusal(
    'no_such_item',
    'nothing visible to this key has this identifier; take identifiers from search, list_docs, list_files, list_skills, list_folders or list_tasks',
  );
}

/** Refuses an identifier that is not of a wanted kind. If the caller can see its item, the error names the tool that takes it (D4). */
export function* refuseUnfound(context: ToolContext, wanted: readonly Kind[], id: string): Op<never> {
  const kind = kindOf(id);
  if (kind === undefined || wanted.includes(kind) || !(yield* isVisible(context, kind, id))) throw noSuchItem();
  throw refusal('wrong_type', `this is a ${words[kind]}: ${rightTool(context.call.tool, kind)}`);
}

const words: Record<Kind, string> = {
  doc: 'document',
  file: 'file',
  skill: 'skill',
  folder: 'folder',
  task: 'task',
  comment: 'comment',
  conn: 'connection',
};

/** Kind of an identifier by its prefix. */
export function kindOf(id: string): Kind | undefined {
  const prefix = id.slice(0, id.indexOf('_'));
  return Object.hasOwn(words, prefix) ? (prefix as Kind) : undefined;
}

type Viewing = Pick<ToolContext, 'store' | 'viewer'>;

/** True if the caller can see the item of this identifier and kind. */
export function* isVisible(context: Viewing, kind: Kind, id: string): Op<boolean> {
  const { store, viewer } = context;
  switch (kind) {
    case 'doc':
    case 'file':
    case 'skill':
      return (yield* store.items.visible(viewer, kind, id)) !== undefined;
    case 'folder':
      return (yield* store.folders.visible(viewer, id)) !== undefined;
    case 'task':
      return (yield* store.tasks.find(viewer.orgId, id)) !== undefined;
    case 'comment':
      return yield* isOnVisible(context, id);
    case 'conn':
      return (yield* store.connections.visible(viewer, id)) !== undefined;
    default:
      return kind satisfies never;
  }
}

/** Comments are visible to exactly those who see their subject. // D74 */
function* isOnVisible(context: Viewing, commentId: string): Op<boolean> {
  const comment = yield* context.store.comments.find(context.viewer.orgId, commentId);
  const kind = comment && kindOf(comment.subjectId);
  return comment !== undefined && kind !== undefined && (yield* isVisible(context, kind, comment.subjectId));
}

/** Equivalent tools for each kind of item. */
const sameWork: readonly Record<'doc' | 'file' | 'skill', string>[] = [
  { doc: 'read_doc', file: 'read_file', skill: 'read_file' },
  { doc: 'update_doc', file: 'write_file', skill: 'write_skill' },
  { doc: 'edit_doc', file: 'edit_file', skill: 'edit_skill' },
  { doc: 'append_doc', file: 'edit_file', skill: 'edit_skill' },
  { doc: 'delete_doc', file: 'delete_file', skill: 'delete_file' },
];

function rightTool({ name, access, input }: CalledTool, kind: Kind): string {
  if (kind === 'folder') return 'list_docs, list_files and list_skills take it as "folderId"';
  if (kind === 'conn') return 'list_service_tools takes it as "connectionId"';
  if (kind === 'comment') return access === 'write' ? 'resolve_comment takes it as "commentId"' : 'list_comments shows it';
  if (kind === 'task') return access === 'write' ? 'update_task takes it as "taskId"' : 'list_tasks shows it';
  if ('itemId' in input.shape) return `${name} takes it as "itemId"`;
  const argument = kind === 'doc' ? 'docId' : 'fileId';
  const takesAny = 'docId' in input.shape && 'fileId' in input.shape;
  const [reading] = sameWork;
  const tools = sameWork.find((work) => Object.values(work).includes(name)) ?? reading;
  return `${takesAny ? name : tools?.[kind]} takes it as "${argument}"`;
}
