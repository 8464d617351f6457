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
  /** Names of all tools that now wait for approval. */
  held: string[];
}

/** A service's listing. */
export interface Catalogue {
  tools: ToolDefinition[];
  leftOut?: LeftOut[] | undefined;
  instructions?: string | undefined;
}

/** Maximum left-out parts stored. They are read with every call of the connection. */
const maxLeftOut = 50;

function keptOf(leftOut: LeftOut[]): Connection['leftOut'] {
  if (leftOut.length === 0) return null;
  const kept = leftOut.slice(0, maxLeftOut).map(({ operation, reason, ...why }) => ({
    operation: operation.slice(0, 200),
    why: { ...why, reason: reason.slice(0, 300) },
  }));
  const others = leftOut.length - kept.length;
  const more = { operation: `${others} more`, why: { reason: 'test the connection to see all', code: 'more' as const } };
  return Object.fromEntries([...kept, ...(others > 0 ? [more] : [])].map(({ operation, why }) => [operation, why]));
}

/** Left-out parts of a connection, as stored. Earlier releases stored only the words. */
export function leftOutOf({ leftOut }: Pick<Connection, 'leftOut'>): LeftOut[] {
  return Object.entries(leftOut ?? {}).map(([operation, why]) => ({ operation, ...(typeof why === 'string' ? { reason: why } : why) }));
}

/** Circumstances of a listing. */
export interface ListedHow {
  /** Owner of the account that made the listing (D62). Undefined if there are no accounts. */
  listedBy?: string | undefined;
  /** True if a person asked for it, and knows that it may remove tools. */
  isAsked?: boolean | undefined;
  hashOf?: HashOf | undefined;
}

/** Changes that a listing may make. */
interface Say {
  /** Only adds tools that were unknown before. */
  onlyAdds: boolean;
  /** Removes nothing. */
  keeps: boolean;
}

/**
 * Decides how much a listing may change. People may have different rights at a service. So the account of the connection's owner, or else
 * the oldest account, determines the tools; other accounts only add to them. While others are connected, tools that they may have are not
 * removed, unless a person asks for it.
 */
function* sayOf(store: Store, { orgId, id, ownerId }: Connection, { listedBy, isAsked = false }: ListedHow): Op<Say> {
  if (listedBy === undefined) return { onlyAdds: false, keeps: false };
  const speaker = yield* store.connectionAccounts.speaker(orgId, id, ownerId);
  // The listing account may not be stored yet.
  const onlyAdds = speaker !== undefined && speaker.personId !== listedBy && listedBy !== ownerId;
  return { onlyAdds, keeps: onlyAdds || !(isAsked || !speaker || (speaker.isAlone && speaker.personId === listedBy)) };
}

/**
 * Stores a service's listing. An empty listing never replaces a known one. Tools that changed after their approval are held, and so are new
 * ones if the connection is set to hold them (D32). Tools that vanish are kept, so that they return with their settings.
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
 * Stores a server's instructions. Agents read them, so a server must not change them unnoticed: they are updated only when a person
 * connects or tests the connection (D32).
 */
function* keepInstructions(store: Store, connection: Connection, instructions: string | undefined): Op<void> {
  const { instructions: known, ...config } = connection.config;
  if (known === instructions) return;
  yield* store.connections.edit({ ...connection, config: { ...config, ...(instructions !== undefined && { instructions }) } });
}

/** Instructions of a server, as of the last time a person asked for a listing. */
export function instructionsOf({ config: { instructions } }: Pick<Connection, 'config'>): string | undefined {
  return typeof instructions === 'string' ? instructions : undefined;
}

/** Stores some tools of a listing before the rest. */
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

/** Returns the hash of a definition. A known one is reused: computing one takes longer than anything else here. */
type HashOf = (definition: ToolDefinition) => string;

/** Known tools without schemas: most listings contain only known tools. */
type Known = ReadonlyMap<string, KnownServiceTool>;

export function* knownOf(store: Store, { orgId, id }: Pick<Connection, 'orgId' | 'id'>): Op<Known> {
  return new Map((yield* store.serviceTools.known(orgId, id)).map((tool) => [tool.name, tool]));
}

/** True if the store has a tool with the definition that the service lists now. */
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
      // The list of headers to pass on is not part of the hash. A requested listing updates it from the document.
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

/** Releases a held tool with its current definition. */
export function approved(tool: ServiceTool): ServiceTool {
  return { ...tool, approvedHash: tool.definitionHash, heldFor: null, approvedDefinition: null };
}
