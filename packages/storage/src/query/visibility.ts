import type { AccessLevel, KeyLimits } from '@gatehouse/domain';
import { type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { limitValues } from '../schema/key-limits.ts';
import type { Tables } from '../schema/schema.ts';
import { type Engine, listed } from './engine.ts';

/** Person in an organization whose access a query checks. Owners and admins see every folder (D25). */
export interface Viewer {
  orgId: string;
  personId: string;
  seesAll: boolean;
  /** Limits of the key in use. Items outside of the limits do not exist for the key (D49). */
  limits: KeyLimits | null;
  /** Agent of the key in use; absent without a key. */
  agentId?: string | undefined;
  /** Time of the call. People are in a linked group until a time (D77). */
  at: number;
}

/** Folder of each person in which large results of services are kept (D50). */
export const resultsFolder = 'Results of services';
/** Change summary that marks a kept result. Never reword it: stored rows are compared with it. */
export const resultSummary = 'the whole result of a service, kept for 7 days';

/** Placeholder values for the predicates of this file. */
export function viewerValues({ orgId, personId, seesAll, limits, agentId, at }: Viewer) {
  const limitedAgent = limits?.folders ? (agentId ?? null) : null;
  return { orgId, personId, seesAll: seesAll ? 1 : 0, ...limitValues(limits), limitedAgent, viewedAt: at };
}

export type Place = Pick<Engine, 'dialect' | 'tables'>;

/**
 * Matches folders the viewer may see: their own, the organization's, those shared with them or a group of theirs, and all for owners and admins
 * (D25, D77). A limited key sees only those it is limited to (D49). Queries add the condition on the organization.
 */
export function visibleFolder(place: Place): SQL {
  return sql`${isBelow(place, 'limitedFolders')} and ${openToPerson(place.tables, 'read')}`;
}

/**
 * Matches folders that the viewer may change: visible ones, except those that are shared with them or with everyone only to read (D25.5),
 * and those that a limited key may only read (D49). Queries add the condition on the organization.
 */
export function changeableFolder(place: Place): SQL {
  return sql`${isBelow(place, 'writableFolders')} and ${openToPerson(place.tables, 'write')}`;
}

/** The sharing of a top folder applies to everything below it (D73). */
function openToPerson(tables: Tables, access: AccessLevel): SQL {
  const { folders, folderShares } = tables;
  const writes = access === 'write';
  const root = (column: SQLiteColumn) => sql`root.${sql.identifier(column.name)}`;
  return sql`(${sql.placeholder('seesAll')} = 1 or exists (select 1 from ${folders} as root
    where ${root(folders.orgId)} = ${folders.orgId} and ${root(folders.id)} = ${folders.rootId} and (
      ${root(folders.ownerId)} = ${sql.placeholder('personId')}
      or ${root(folders.visibility)} = 'organization'${writes ? sql` and ${root(folders.organizationAccess)} = 'write'` : sql``}
      or exists (select 1 from ${folderShares} where ${folderShares.orgId} = ${root(folders.orgId)} and ${folderShares.folderId} = ${root(folders.id)}
        and (${folderShares.sharedWith} = ${sql.placeholder('personId')} or ${isOwnGroup(tables, folderShares.sharedWith)})${writes ? sql` and ${folderShares.access} = 'write'` : sql``}))))`;
}

/** True for a group that the viewer is in. A probe of the primary key for each share: a list of all their groups would cost small queries more. */
function isOwnGroup({ groupMembers }: Tables, group: SQLiteColumn): SQL {
  return sql`exists (select 1 from ${groupMembers} where ${groupMembers.orgId} = ${sql.placeholder('orgId')} and ${groupMembers.groupId} = ${group}
    and ${groupMembers.personId} = ${sql.placeholder('personId')} and ${isMember(groupMembers, 'viewedAt')})`;
}

/** True for people who are in their group at the time of this name. */
export function isMember({ expiresAt }: Tables['groupMembers'], at: string): SQL {
  return sql`(${expiresAt} is null or ${expiresAt} > ${sql.placeholder(at)})`;
}

/**
 * True for folders that are in the named list or below a folder in it (D49, D73). True for all folders if no list is given. Most keys are
 * limited to top folders: the list is taken apart only for other folders, because that costs much more than the rest.
 */
function isBelow({ dialect, tables: { folders } }: Place, name: 'limitedFolders' | 'writableFolders'): SQL {
  const list = dialect === 'sqlite' ? sql`${sql.placeholder(name)}` : sql`${sql.placeholder(name)}::text`;
  const isTopListed =
    dialect === 'sqlite'
      ? sql`instr(${list}, '"' || ${folders.rootId} || '"') > 0`
      : sql`position('"' || ${folders.rootId} || '"' in ${list}) > 0`;
  const isPathListed =
    dialect === 'sqlite'
      ? sql`exists (select 1 from json_each(${list}) as one where instr(${folders.path}, '/' || one.value || '/') > 0)`
      : sql`exists (select 1 from json_array_elements_text(${list}::json) as one (id) where position('/' || one.id || '/' in ${folders.path}) > 0)`;
  return sql`(${list} is null or ${isTopListed} or (${folders.parentId} is not null and ${isPathListed}))`;
}

/**
 * Matches items of the viewer's organization that are not in the trash and that the viewer can reach. Belongs to every query that returns
 * or changes an item. A forbidden item looks the same as a missing one (D5).
 */
export function visibleItem(place: Place): SQL {
  return sql`${place.tables.items.deletedAt} is null and ${reachableItem(place)}`;
}

/** Belongs to every query that finds an item to change it: matches visible items in a place that the viewer may change (D25.5). */
export function changeableItem(place: Place): SQL {
  return sql`${visibleItem(place)} and ${inChangeablePlace(place)}`;
}

/** Matches items in the trash that the viewer may restore or purge. */
export function changeableTrash(place: Place): SQL {
  return sql`${visibleTrash(place)} and ${inChangeablePlace(place)}`;
}

function inChangeablePlace(place: Place): SQL {
  const { items, folders } = place.tables;
  return sql`(${items.folderId} is null or exists (select 1 from ${folders}
    where ${folders.orgId} = ${items.orgId} and ${folders.id} = ${items.folderId} and ${changeableFolder(place)}))`;
}

/** Matches items in the trash that the viewer would see if they were restored (D27). */
export function visibleTrash(place: Place): SQL {
  return sql`${place.tables.items.deletedAt} is not null and ${reachableItem(place)}`;
}

/**
 * Matches connections that the viewer may use: the organization's, the viewer's own, and those shared with a group of theirs, which owners
 * and admins see too (D77). Nobody sees another person's private connection (D30). A limited key sees only the connections in its limits, and none of a service without an allowed tool (D49).
 */
export function visibleConnection({ dialect, tables }: Place, connections: Tables['connections']): SQL {
  const { connectionShares } = tables;
  return sql`${connections.orgId} = ${sql.placeholder('orgId')} and (${connections.visibility} = 'organization' or ${connections.ownerId} = ${sql.placeholder('personId')}
      or ${connections.visibility} = 'groups' and (${sql.placeholder('seesAll')} = 1 or exists (select 1 from ${connectionShares}
        where ${connectionShares.orgId} = ${connections.orgId} and ${connectionShares.connectionId} = ${connections.id} and ${isOwnGroup(tables, connectionShares.groupId)})))
    and ${listed(dialect, connections.id, 'limitedConnections')} and ${listed(dialect, connections.service, 'limitedServices')}`;
}

/** Matches tools of a visible connection that agents may use: tools that are not disabled, and that the limits of the key allow (D49). */
export function usableTool(
  { dialect, tables: { serviceTools } }: Pick<Engine, 'dialect' | 'tables'>,
  connections: Tables['connections'],
): SQL {
  const slug = sql`${connections.service} || '__' || ${serviceTools.name}`;
  return sql`${serviceTools.removedAt} is null and not ${serviceTools.isOff} and ${listed(dialect, slug, 'limitedTools')}`;
}

/** Matches items the viewer can reach, in the trash or not. */
export function reachableItem(place: Place): SQL {
  const { items, folders } = place.tables;
  return sql`${items.orgId} = ${sql.placeholder('orgId')} and (${items.folderId} is null and ${isUnlimited(place)} or exists (
    select 1 from ${folders} where ${folders.orgId} = ${items.orgId} and ${folders.id} = ${items.folderId} and
      (${visibleFolder(place)} or ${holdsOwnResult(place)})))`;
}

function isUnlimited({ dialect }: Place): SQL {
  const list = sql.placeholder('limitedFolders');
  return dialect === 'sqlite' ? sql`${list} is null` : sql`${list}::text is null`;
}

/**
 * Lets a key that is limited to folders read the large results that its agent caused, until someone changes them (D50). The agent of the
 * newest change is the one that caused the result only as long as there is no other change.
 */
function holdsOwnResult({ dialect, tables: { items, folders } }: Place): SQL {
  const agent = sql.placeholder('limitedAgent');
  return sql`${items.changedByAgent} = ${dialect === 'sqlite' ? agent : sql`${agent}::text`} and ${items.lastChange} = ${literal(resultSummary)}
    and ${items.updatedAt} = ${items.createdAt} and ${folders.name} = ${literal(resultsFolder)} and ${folders.ownerId} = ${sql.placeholder('personId')}`;
}

/** True if a viewer who reaches an item sees its folder too. The folder of a large result is hidden from a key limited to others (D49.5). */
export function isSeenFolderOfReached(place: Place): SQL {
  return sql`((${holdsOwnResult(place)}) is not true or ${visibleFolder(place)})`;
}

const literal = (text: string) => sql.raw(`'${text}'`);
