import type { KeyLimits } from '@gatehouse/domain';
import { type SQL, sql } from 'drizzle-orm';
import { type Engine, listed } from './engine.ts';
import { limitValues } from './key-limits.ts';
import type { Tables } from './schema.ts';

/** Who looks: a person in an organization. Owners and admins see every folder (D25). */
export interface Viewer {
  orgId: string;
  personId: string;
  seesAll: boolean;
  /** Those of the key that looks; what is beyond them is not there (D49). */
  limits: KeyLimits | null;
  /** Agent of the key that looks; absent without one. */
  agentId?: string | undefined;
}

/** Folder of each person in which large results of services are kept (D50). */
export const resultsFolder = 'Results of services';
/** Change summary that marks a kept result. Never reword it: stored rows are compared with it. */
export const resultSummary = 'the whole result of a service, kept for 7 days';

/** The values that `visibleFolder`, `visibleItem` and `visibleConnection` name in a prepared query. */
export function viewerValues({ orgId, personId, seesAll, limits, agentId }: Viewer) {
  return { orgId, personId, seesAll: seesAll ? 1 : 0, ...limitValues(limits), limitedAgent: limits?.folders ? (agentId ?? null) : null };
}

type Place = Pick<Engine, 'dialect' | 'tables'>;

/**
 * True for folders the viewer may see: own ones, the organization's, and those shared with the viewer (D25). Of those, a limited key sees the
 * ones it is limited to (D49).
 */
export function visibleFolder({ dialect, tables }: Place): SQL {
  return sql`${visibleToPerson(tables)} and ${listed(dialect, tables.folders.id, 'limitedFolders')}`;
}

function visibleToPerson({ folders, folderShares }: Tables): SQL {
  return sql`(${folders.visibility} = 'organization' or ${folders.ownerId} = ${sql.placeholder('personId')} or ${sql.placeholder('seesAll')} = 1
    or exists (select 1 from ${folderShares} where ${folderShares.orgId} = ${folders.orgId} and ${folderShares.folderId} = ${folders.id}
      and ${folderShares.personId} = ${sql.placeholder('personId')}))`;
}

/**
 * The one predicate that every query carries that returns or changes an item: of the viewer's organization, not in the trash,
 * and without a folder or in a visible one. With it, an absent item and a forbidden one are the same answer (D5).
 */
export function visibleItem(place: Place): SQL {
  return sql`${place.tables.items.deletedAt} is null and ${reachableItem(place)}`;
}

/** The same for items in the trash: what the viewer could see before it was deleted (D27). */
export function visibleTrash(place: Place): SQL {
  return sql`${place.tables.items.deletedAt} is not null and ${reachableItem(place)}`;
}

/**
 * True for connections the viewer may use: the organization's, and the viewer's own; nobody sees another's private one (D30). Of those,
 * a limited key sees the ones it is limited to, and none of a service that it has no tool of (D49).
 */
export function visibleConnection({ dialect }: Pick<Engine, 'dialect'>, connections: Tables['connections']): SQL {
  return sql`${connections.orgId} = ${sql.placeholder('orgId')} and (${connections.visibility} = 'organization' or ${connections.ownerId} = ${sql.placeholder('personId')})
    and ${listed(dialect, connections.id, 'limitedConnections')} and ${listed(dialect, connections.service, 'limitedServices')}`;
}

/** True for tools of a visible connection that agents may use: nobody has switched them off, and the key is not limited to others (D49). */
export function usableTool(
  { dialect, tables: { serviceTools } }: Pick<Engine, 'dialect' | 'tables'>,
  connections: Tables['connections'],
): SQL {
  const slug = sql`${connections.service} || '__' || ${serviceTools.name}`;
  return sql`${serviceTools.removedAt} is null and not ${serviceTools.isOff} and ${listed(dialect, slug, 'limitedTools')}`;
}

/** The same wherever it is, in the trash or not: for who is told that something became of it. */
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

/** A key that is limited to folders reads the large results that its agent caused, as they were kept (D50). */
function holdsOwnResult({ dialect, tables: { items, folders } }: Place): SQL {
  const agent = sql.placeholder('limitedAgent');
  return sql`${items.changedByAgent} = ${dialect === 'sqlite' ? agent : sql`${agent}::text`} and ${items.lastChange} = ${literal(resultSummary)}
    and ${folders.name} = ${literal(resultsFolder)} and ${folders.ownerId} = ${sql.placeholder('personId')}`;
}

const literal = (text: string) => sql.raw(`'${text}'`);
