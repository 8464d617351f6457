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
}

/** The values that `visibleFolder`, `visibleItem` and `visibleConnection` name in a prepared query. */
export function viewerValues({ orgId, personId, seesAll, limits }: Viewer) {
  return { orgId, personId, seesAll: seesAll ? 1 : 0, ...limitValues(limits) };
}

/** True for folders the viewer may see: own ones, the organization's, and those shared with the viewer (D25). */
export function visibleFolder({ folders, folderShares }: Tables): SQL {
  return sql`(${folders.visibility} = 'organization' or ${folders.ownerId} = ${sql.placeholder('personId')} or ${sql.placeholder('seesAll')} = 1
    or exists (select 1 from ${folderShares} where ${folderShares.orgId} = ${folders.orgId} and ${folderShares.folderId} = ${folders.id}
      and ${folderShares.personId} = ${sql.placeholder('personId')}))`;
}

/**
 * The one predicate that every query carries that returns or changes an item: of the viewer's organization, not in the trash,
 * and without a folder or in a visible one. With it, an absent item and a forbidden one are the same answer (D5).
 */
export function visibleItem(tables: Tables): SQL {
  return sql`${tables.items.deletedAt} is null and ${reachableItem(tables)}`;
}

/** The same for items in the trash: what the viewer could see before it was deleted (D27). */
export function visibleTrash(tables: Tables): SQL {
  return sql`${tables.items.deletedAt} is not null and ${reachableItem(tables)}`;
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
export function reachableItem(tables: Tables): SQL {
  const { items, folders } = tables;
  return sql`${items.orgId} = ${sql.placeholder('orgId')} and (${items.folderId} is null or exists (
    select 1 from ${folders} where ${folders.orgId} = ${items.orgId} and ${folders.id} = ${items.folderId} and ${visibleFolder(tables)}))`;
}
