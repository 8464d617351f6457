import {
  type Connection,
  definitionHash,
  type KnownServiceTool,
  modeOf,
  type Op,
  type ServiceTool,
  type Store,
  toolSearchText,
} from '@gatehouse/storage';
import type { LeftOut, ToolDefinition } from '../../kernel/ports/service-port.ts';
import { asksNoConfirmation } from './credential-origins.ts';

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
  instructions?: string | undefined;
}

/** It is read with every call of the connection, so it stays small. */
const maxLeftOut = 50;

function keptOf(leftOut: LeftOut[]): Connection['leftOut'] {
  if (leftOut.length === 0) return null;
  const kept = leftOut.slice(0, maxLeftOut).map(({ operation, reason, ...why }) => ({
    operation: operation.slice(0, 200),
    why: { ...why, reason: reason.slice(0, 300) },
  }));
  const others = leftOut.length - kept.length;
  const more = { operation: `${others} more`, why: { reason: 'test the connection to be told of all', code: 'more' as const } };
  return Object.fromEntries([...kept, ...(others > 0 ? [more] : [])].map(({ operation, why }) => [operation, why]));
}

/** What a connection leaves out, as it is kept. Earlier releases kept the words alone. */
export function leftOutOf({ leftOut }: Pick<Connection, 'leftOut'>): LeftOut[] {
  return Object.entries(leftOut ?? {}).map(([operation, why]) => ({ operation, ...(typeof why === 'string' ? { reason: why } : why) }));
}

/** How a listing came about. */
export interface ListedHow {
  /** Whose account at the service it was listed with (D62); undefined where there are none. */
  listedBy?: string | undefined;
  /** A person asked for it, and knows what it may take away. */
  isAsked?: boolean | undefined;
  hashOf?: HashOf | undefined;
}

/** What a listing may change. */
interface Say {
  /** Nothing but what was not known before. */
  onlyAdds: boolean;
  /** Nothing is taken away. */
  keeps: boolean;
}

/**
 * People may have different rights at a service. So the account of the connection's owner, else the oldest, says what its tools are; others
 * only add to them. And as long as others are connected nothing is taken away that one of them may have, unless a person asks for it.
 */
function* sayOf(store: Store, { orgId, id, ownerId }: Connection, { listedBy, isAsked = false }: ListedHow): Op<Say> {
  if (listedBy === undefined) return { onlyAdds: false, keeps: false };
  const speaker = yield* store.connectionAccounts.speaker(orgId, id, ownerId);
  // The account that lists may be about to be stored.
  const onlyAdds = speaker !== undefined && speaker.personId !== listedBy && listedBy !== ownerId;
  return { onlyAdds, keeps: onlyAdds || !(isAsked || !speaker || (speaker.isAlone && speaker.personId === listedBy)) };
}

/**
 * Takes a service's listing into the store. An empty listing never replaces a known one; what changed after it was approved is
 * held, and so is what is new where the connection says so (D32). Tools that vanish are kept, so that they return as themselves.
 */
export function* applyCatalogue(
  store: Store,
  connection: Connection,
  { tools, leftOut = [], instructions }: Catalogue,
  now: number,
  how: ListedHow = {},
): Op<CatalogueChange> {
  const { hashOf = definitionHash } = how;
  const say = yield* sayOf(store, connection, how);
  const known = yield* knownOf(store, connection);
  const listed = new Map(tools.map((definition) => [definition.name, definition]));
  const change: CatalogueChange = { added: [], changed: [], removed: [], held: [] };
  if (listed.size > 0 || known.size === 0) {
    yield* putListed({ store, connection, known, say, now, hashOf, isAsked: how.isAsked }, listed.values(), change);
    if (!say.keeps) yield* markVanished(store, connection, listed, known, now, change);
    const { orgId, id, catalogueAt } = connection;
    if (!say.onlyAdds || catalogueAt === null) yield* store.connections.setCatalogueAt(orgId, id, now, keptOf(leftOut));
    if (catalogueAt === null || (how.isAsked && !say.onlyAdds)) yield* keepInstructions(store, connection, instructions);
  }
  change.held = yield* store.serviceTools.heldNames(connection.orgId, connection.id);
  return change;
}

/**
 * Agents read them, so a server must not change them while nobody looks: they are those of the day on which a person connected or tested
 * it (D32).
 */
function* keepInstructions(store: Store, connection: Connection, instructions: string | undefined): Op<void> {
  const { instructions: known, ...config } = connection.config;
  if (known === instructions) return;
  yield* store.connections.edit({ ...connection, config: { ...config, ...(instructions !== undefined && { instructions }) } });
}

/** What a server said of its use when somebody last looked. */
export function instructionsOf({ config: { instructions } }: Pick<Connection, 'config'>): string | undefined {
  return typeof instructions === 'string' ? instructions : undefined;
}

/** Takes some tools of a listing into the store, ahead of the whole. */
export function* applyTools(
  store: Store,
  connection: Connection,
  some: Iterable<ToolDefinition>,
  now: number,
  { hashOf = definitionHash, ...how }: ListedHow,
): Op<void> {
  const say = yield* sayOf(store, connection, how);
  const known = yield* knownOf(store, connection);
  yield* putListed({ store, connection, known, say, now, hashOf }, some, { added: [], changed: [] });
}

/** The hash of a definition, reused if it is already known: computing one takes longer than anything else here. */
type HashOf = (definition: ToolDefinition) => string;

/** Without schemas: most listings are those that are known. */
type Known = ReadonlyMap<string, KnownServiceTool>;

export function* knownOf(store: Store, { orgId, id }: Pick<Connection, 'orgId' | 'id'>): Op<Known> {
  return new Map((yield* store.serviceTools.known(orgId, id)).map((tool) => [tool.name, tool]));
}

/** Whether the store has a tool as a service lists it now. */
export function isKnown(known: Known, { name }: ToolDefinition, hash: string): boolean {
  const before = known.get(name);
  return before?.definitionHash === hash && before.removedAt === null;
}

interface Taking extends Pick<ListedHow, 'isAsked'> {
  store: Store;
  connection: Connection;
  known: Known;
  say: Say;
  now: number;
  hashOf: HashOf;
}

function* putListed(
  { store, connection, known, say, now, hashOf, isAsked = false }: Taking,
  listed: Iterable<ToolDefinition>,
  change: Pick<CatalogueChange, 'added' | 'changed'>,
): Op<void> {
  const { orgId, id } = connection;
  const isUnconfirmed = connection.kind === 'openapi' && asksNoConfirmation(connection.config);
  const holdNew = (connection.holdNew || say.onlyAdds || isUnconfirmed) && connection.catalogueAt !== null;
  for (const definition of listed) {
    const { name } = definition;
    const hash = hashOf(definition);
    if (isKnown(known, definition, hash)) {
      // Which headers are passed on is no part of the hash; a listing has them as the document says now.
      if (isAsked && !say.onlyAdds && definition.binding !== null)
        yield* store.serviceTools.setBinding(orgId, id, name, definition.binding);
      continue;
    }
    const before = known.get(name);
    if (before && before.definitionHash !== hash && say.onlyAdds) continue;
    if (!before) yield* store.serviceTools.add(added(connection, definition, hash, holdNew, now));
    else if (before.definitionHash === hash) yield* store.serviceTools.setRemoved(orgId, id, name, null);
    else yield* putChanged(store, connection, definition, hash, now);
    (before?.removedAt === null ? change.changed : change.added).push(name);
  }
}

function* markVanished(
  store: Store,
  { orgId, id }: Connection,
  listed: ReadonlyMap<string, unknown>,
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

function* putChanged(store: Store, { orgId, id }: Connection, definition: ToolDefinition, hash: string, now: number): Op<void> {
  const before = yield* store.serviceTools.find(orgId, id, definition.name);
  if (before) yield* store.serviceTools.put(updated(before, definition, hash, now));
}

function added({ orgId, id }: Connection, definition: ToolDefinition, hash: string, hold: boolean, now: number): ServiceTool {
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

function updated(before: ServiceTool, definition: ToolDefinition, hash: string, now: number): ServiceTool {
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
