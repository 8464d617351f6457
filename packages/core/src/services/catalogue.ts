import { type Connection, definitionHash, modeOf, type Op, type ServiceTool, type Store, toolSearchText } from '@gatehouse/storage';
import type { LeftOut, ToolDefinition } from './port.ts';

export interface CatalogueChange {
  added: string[];
  changed: string[];
  removed: string[];
  /** Names of all tools that wait for approval now. */
  held: string[];
}

/** What a service lists. */
export interface Catalogue {
  tools: ToolDefinition[];
  leftOut?: LeftOut[] | undefined;
}

/** It is read with every call of the connection, so it stays small. */
const mostLeftOut = 50;

function keptOf(leftOut: LeftOut[]): Connection['leftOut'] {
  if (leftOut.length === 0) return null;
  const kept = leftOut.slice(0, mostLeftOut).map(({ operation, reason }) => [operation.slice(0, 200), reason.slice(0, 300)] as const);
  const others = leftOut.length - kept.length;
  return Object.fromEntries([...kept, ...(others > 0 ? [[`${others} more`, 'test the connection to be told of all'] as const] : [])]);
}

/** What a connection leaves out, as it is kept. */
export function leftOutOf({ leftOut }: Pick<Connection, 'leftOut'>): LeftOut[] {
  return Object.entries(leftOut ?? {}).map(([operation, reason]) => ({ operation, reason }));
}

/**
 * Takes a service's listing into the store. An empty listing never replaces a known one; what changed after it was approved is
 * held, and so is what is new where the connection says so (D32). Tools that vanish are kept, so that they return as themselves.
 */
export function* applyCatalogue(
  store: Store,
  connection: Connection,
  { tools: found, leftOut = [] }: Catalogue,
  now: number,
): Op<CatalogueChange> {
  const known = new Map((yield* store.serviceTools.all(connection.orgId, connection.id)).map((tool) => [tool.name, tool]));
  const listed = new Map(found.map((definition) => [definition.name, definition]));
  const change: CatalogueChange = { added: [], changed: [], removed: [], held: [] };
  if (listed.size > 0 || known.size === 0) {
    yield* putListed(store, connection, listed, known, now, change);
    yield* markVanished(store, connection, listed, known, now, change);
    yield* store.connections.setCatalogueAt(connection.orgId, connection.id, now, keptOf(leftOut));
  }
  change.held = (yield* store.serviceTools.held(connection.orgId, connection.id)).map((tool) => tool.name);
  return change;
}

type Listed = ReadonlyMap<string, ToolDefinition>;
type Known = ReadonlyMap<string, ServiceTool>;

function* putListed(store: Store, connection: Connection, listed: Listed, known: Known, now: number, change: CatalogueChange): Op<void> {
  const holdNew = connection.holdNew && connection.catalogueAt !== null;
  for (const definition of listed.values()) {
    const before = known.get(definition.name);
    const after = before ? updated(before, definition, now) : added(connection, definition, holdNew, now);
    if (after === before) continue;
    yield* store.serviceTools.put(after);
    (before?.removedAt === null ? change.changed : change.added).push(definition.name);
  }
}

function* markVanished(
  store: Store,
  { orgId, id }: Connection,
  listed: Listed,
  known: Known,
  now: number,
  change: CatalogueChange,
): Op<void> {
  for (const { name, removedAt } of known.values()) {
    if (removedAt !== null || listed.has(name)) continue;
    yield* store.serviceTools.setRemoved(orgId, id, name, now);
    change.removed.push(name);
  }
}

function added({ orgId, id }: Connection, definition: ToolDefinition, hold: boolean, now: number): ServiceTool {
  const hash = definitionHash(definition);
  return {
    orgId,
    connectionId: id,
    ...definition,
    mode: modeOf(definition.annotations, null),
    markedMode: null,
    markedBy: null,
    definitionHash: hash,
    approvedHash: hold ? null : hash,
    heldFor: hold ? 'new' : null,
    isOff: false,
    approvedDefinition: null,
    searchText: toolSearchText(definition),
    changedAt: now,
    removedAt: null,
  };
}

function updated(before: ServiceTool, definition: ToolDefinition, now: number): ServiceTool {
  const hash = definitionHash(definition);
  if (hash === before.definitionHash) return before.removedAt === null ? before : { ...before, removedAt: null };
  const isApproved = hash === before.approvedHash;
  return {
    ...before,
    ...definition,
    mode: modeOf(definition.annotations, before.markedMode),
    definitionHash: hash,
    heldFor: isApproved ? null : before.approvedHash === null ? 'new' : 'changed',
    approvedDefinition: isApproved ? null : (before.approvedDefinition ?? (before.approvedHash === null ? null : definitionOf(before))),
    searchText: toolSearchText(definition),
    changedAt: now,
    removedAt: null,
  };
}

function definitionOf({ title, description, inputSchema, outputSchema, annotations, binding }: ServiceTool) {
  return { title, description, inputSchema, outputSchema, annotations, binding };
}

/** Releases a held tool as it is now. */
export function approved(tool: ServiceTool): ServiceTool {
  return { ...tool, approvedHash: tool.definitionHash, heldFor: null, approvedDefinition: null };
}
