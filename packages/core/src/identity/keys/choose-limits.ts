import {
  accessLevels,
  actsForAll,
  type FolderLimit,
  isServiceTool,
  type KeyLimits,
  limitsOf,
  maxConnections,
  maxToolName,
} from '@gatehouse/domain';
import type { Op, Person, Viewer } from '@gatehouse/storage';
import { z } from 'zod';
import type { ToolContext } from '../../kernel/context/context.ts';
import { refuseUnfound } from '../../kernel/context/no-such-item.ts';
import { type GatewayError, refusal } from '../../kernel/errors/errors.ts';
import { nearest } from '../../kernel/schema/arguments.ts';
import { identifier } from '../../kernel/schema/schema.ts';
import { splitToolSlug } from '../../kernel/schema/tool-slug.ts';

/** Maximum tools. A key's limits are read with each of its calls. */
const maxTools = 200;
const maxLimitedConnections = 50;
const maxLimitedFolders = 50;

/** Possible limits of a new key. */
export const limitArguments = {
  tools: z
    .array(z.string().min(1).max(maxToolName))
    .min(1)
    .max(maxTools)
    .optional()
    .describe('tools that the key can call: names, and <service>__<tool> for tools of services; default: all'),
  connections: z
    .array(identifier('from list_connections'))
    .max(maxLimitedConnections)
    .optional()
    .describe('connections that the key can use; default: all that its owner sees'),
  folders: z
    .array(z.strictObject({ folderId: identifier('from list_folders'), access: z.enum(accessLevels) }))
    .min(1)
    .max(maxLimitedFolders)
    .optional()
    .describe('folders that the key can see; default: all that its owner sees, and items outside folders'),
};

export interface ChosenLimits {
  tools?: string[] | undefined;
  connections?: string[] | undefined;
  folders?: FolderLimit[] | undefined;
}

/**
 * Checks the limits of a key for this person. Refuses unknown names, because a key with a misspelled name could not do its work. `kept` are
 * existing limits of the key, which are not checked again.
 */
export function* chooseLimits(context: ToolContext, person: Person, given: ChosenLimits, kept: ChosenLimits = {}): Op<KeyLimits | null> {
  if (given.connections) yield* requireConnections(context, person, given.connections);
  if (given.folders) yield* requireFolders(context, person, given.folders);
  for (const name of given.tools ?? []) if (!isServiceTool(name)) requireTool(context, name);
  const slugs = given.tools?.filter(isServiceTool) ?? [];
  if (slugs.length > 0) yield* requireServiceTools(context, person, slugs, given.connections ?? kept.connections);
  return limitsOf({
    tools: given.tools ?? kept.tools,
    connections: given.connections ?? kept.connections,
    folders: given.folders ?? kept.folders,
  });
}

function requireTool({ gateway: { registry } }: ToolContext, name: string): void {
  const names = registry.agentTools.map((tool) => tool.definition.name);
  if (!names.includes(name)) throw unknownName(name, names);
}

/** Checks connections as the caller first: another person's private connection does not exist for the caller (D30). */
function* requireConnections(context: ToolContext, person: Person, connections: string[]): Op<void> {
  const { store, viewer, now } = context;
  for (const id of connections) {
    if (!(yield* store.connections.visible(viewer, id))) yield* refuseUnfound(context, ['conn'], id);
    if (!(yield* store.connections.visible(viewerOfPerson(person, now), id)))
      throw refusal(
        'invalid_argument',
        `argument "connections" names ${id}, which keys of ${person.email} cannot use: it is private, or shared with groups that they are not in`,
      );
  }
}

/** Checks folders like `requireConnections`: a folder that the caller does not see does not exist for the caller. */
function* requireFolders(context: ToolContext, person: Person, folders: FolderLimit[]): Op<void> {
  const { store, viewer, now } = context;
  const named = new Set<string>();
  for (const { folderId, access } of folders) {
    if (named.has(folderId)) throw refusal('invalid_argument', `argument "folders" names ${folderId} twice`);
    named.add(folderId);
    if (!(yield* store.folders.visible(viewer, folderId))) yield* refuseUnfound(context, ['folder'], folderId);
    if (!(yield* store.folders.visible(viewerOfPerson(person, now), folderId)))
      throw refusal('invalid_argument', `argument "folders" names ${folderId}, which ${person.email} cannot see: share it with them first`);
    if (access === 'write' && (yield* store.visibilityChecks.changeableFolders(viewerOfPerson(person, now), [folderId])).length === 0)
      throw refusal('invalid_argument', `argument "folders" gives write access to ${folderId}, which ${person.email} can only read`);
  }
}

/** Keeps the folders of a limit that `chooseLimits` accepts: the person can have lost sight of a folder, or the right to write in it. */
export function* acceptedFolders({ store, now }: ToolContext, person: Person, folders: readonly FolderLimit[]): Op<FolderLimit[]> {
  const viewer = viewerOfPerson(person, now);
  const accepted: FolderLimit[] = [];
  for (const { folderId, access } of folders) {
    if (!(yield* store.folders.visible(viewer, folderId))) continue;
    const isChangeable = (yield* store.visibilityChecks.changeableFolders(viewer, [folderId])).length > 0;
    accepted.push({ folderId, access: isChangeable ? access : 'read' });
  }
  return accepted;
}

function* requireServiceTools(context: ToolContext, person: Person, slugs: string[], connections: string[] | undefined): Op<void> {
  const known = new Set<string>();
  for (const { id, orgId, service } of yield* sharedConnections(context, person)) {
    if (connections && !connections.includes(id)) continue;
    for (const name of yield* context.store.serviceTools.names(orgId, id)) known.add(`${service}__${name}`);
  }
  for (const slug of slugs) {
    splitToolSlug(slug);
    if (!known.has(slug)) throw unknownName(slug, [...known]);
  }
}

/** Connections that both may use: the caller, and the person of the key. */
function* sharedConnections({ store, viewer, now }: ToolContext, person: Person) {
  const seen = new Set((yield* store.connections.list(viewer, maxConnections)).map(({ id }) => id));
  const usable = yield* store.connections.list(viewerOfPerson(person, now), maxConnections);
  return usable.filter(({ id }) => seen.has(id));
}

function viewerOfPerson({ orgId, id, role }: Person, at: number): Viewer {
  return { orgId, personId: id, seesAll: actsForAll({ role }), limits: null, at };
}

function unknownName(name: string, known: string[]): GatewayError {
  const likely = nearest(name, known);
  const hint = likely === undefined ? '' : `; did you mean "${likely}"?`;
  return refusal('invalid_argument', `argument "tools" names ${JSON.stringify(name)}, which this key cannot use${hint}`);
}
