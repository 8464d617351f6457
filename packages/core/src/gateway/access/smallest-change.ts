import { type AccessLevel, actsForAll, type FolderLimit, isServiceToolWithin } from '@gatehouse/domain';
import type { Folder, Key, Op, Person } from '@gatehouse/storage';
import { acceptedFolders } from '../../identity/keys/choose-limits.ts';
import { isGrant } from '../../identity/keys/key.ts';
import { limitFields } from '../../identity/keys/key-fields.ts';
import { canCreateKeysFor } from '../../identity/keys/make-key.ts';
import type { Caller, ToolContext } from '../../kernel/context/context.ts';
import type { Kind } from '../../kernel/context/no-such-item.ts';
import { signInOf } from '../../kernel/ports/access-config.ts';
import { nearest } from '../../kernel/schema/arguments.ts';
import { splitToolSlug } from '../../kernel/schema/tool-slug.ts';
import { accountPage } from '../../services/accounts/service-account.ts';
import { isManager } from '../../services/connections/find-connection.ts';
import { isChangeablePlace } from '../../workspace/items/read-only-places.ts';
import { viewerOf } from '../callers/caller.ts';
import type { Refused, Subject } from './first-refusal.ts';

/** Change that would allow a refused call: an operation with the arguments that are known, or a sentence if no operation does it. */
export interface Change {
  operation: string | null;
  arguments: Record<string, unknown>;
  description: string;
}

/** Subject of the question: a person, or a stored key. An invalid key has no caller. */
export interface Asked {
  personId: string;
  key?: Key;
  caller?: Caller;
  refused?: Refused;
}

/** Parts of a new key that replaces the one in question. */
interface NewKey extends Partial<NonNullLimits> {
  agentId: string;
  access: AccessLevel;
}

interface NonNullLimits {
  tools: string[];
  connections: string[];
  folders: FolderLimit[];
}

/**
 * The smallest change that removes a refusal, limited to what the caller can see. Keys are created and widened by people who can do that.
 * // D43
 */
export function* smallestChange(context: ToolContext, asked: Asked, refused: Refused, subject: Subject): Op<Change> {
  const person = yield* context.store.people.find(context.viewer.orgId, asked.personId);
  const key = asked.key && person ? yield* withAcceptedFolders(context, asked.key, person) : asked.key;
  const change = yield* changeOf(context, { ...asked, ...(key && { key }) }, refused, subject);
  if (change.operation !== 'create_key' && change.operation !== 'edit_key') return change;
  if (!person || canCreateKeysFor(context, person)) return change;
  return words(`${change.description}; ${whoCreatesKeysFor(person)}`);
}

/** A change that names a folder which the person no longer sees would be refused. */
function* withAcceptedFolders(context: ToolContext, key: Key, person: Person): Op<Key> {
  const { limits } = key;
  return limits?.folders ? { ...key, limits: { ...limits, folders: yield* acceptedFolders(context, person, limits.folders) } } : key;
}

function letAgentsWrite({ caller }: ToolContext): Change {
  const description = 'let the agents of the organization write again';
  return actsForAll(caller)
    ? { operation: 'set_agents_read_only', arguments: { readOnly: false }, description }
    : words(`ask an owner or admin to ${description}`);
}

function whoCreatesKeysFor({ email, accountId }: Person): string {
  return accountId === null ? `only an owner can create keys for the agents of ${email}` : `only ${email} can create keys for their agents`;
}

function* changeOf(context: ToolContext, asked: Asked, refused: Refused, subject: Subject): Op<Change> {
  const { caller, key: stored } = asked;
  const email = caller?.person?.email;
  // A client that signs in gets no key: it signs in again. A key cannot be limited to no folder.
  const key = stored && !isGrant(stored) && stored.limits?.folders?.length !== 0 ? likeIt(stored) : undefined;
  switch (refused.check) {
    case 'person':
      return words(
        stored
          ? 'the owner of the key has left the organization: add them again with add_person, and create a new key'
          : 'this person has left the organization: add them again with add_person, or invite them',
      );
    case 'key':
      return newKey(key, {}, 'create a new key: a revoked or expired key cannot be used again');
    case 'tool':
      return words(otherTool(context, subject.tool ?? '', caller));
    case 'access':
      if (refused.error.reason === 'agents_read_only') return letAgentsWrite(context);
      return newKey(key, { access: 'write' }, 'create a key with write access: the access of a key cannot be changed');
    case 'key_limits':
      return subject.item ? yield* alsoFolder(context, asked, subject.item, subject.tool) : alsoTool(stored, subject.tool ?? '');
    case 'role': {
      const role = context.gateway.registry.find(subject.tool ?? '')?.definition.role;
      return { operation: 'set_person_role', arguments: { email, role }, description: `make ${email} ${role}` };
    }
    case 'item':
      return yield* shareIt(context, email ?? '', subject);
    case 'read_only':
      return yield* shareIt(context, email ?? '', subject, 'write');
    case 'protected':
      return unprotect(subject);
    case 'connection':
      return yield* reachConnection(context, caller, stored, subject);
    case 'service_tool':
      return yield* showTool(context, caller, stored, subject);
    case 'held':
      return ofConnection('approve_service_tools', subject, { tools: [toolOf(subject)] }, 'review the change and approve the tool');
    case 'mode':
      return words('run it with execute_service_tool');
    case 'paused':
      return ofConnection('resume_connection', subject, {}, 'resume the connection');
    case 'account':
      return yield* connectAccount(context, caller, subject);
    default:
      return refused.check satisfies never;
  }
}

/** People connect only their own accounts. */
function* connectAccount(context: ToolContext, caller: Caller | undefined, subject: Subject): Op<Change> {
  const connection = yield* context.store.connections.visible(context.viewer, subject.connectionId ?? '');
  if (!connection) return words('connect the service');
  const isOrganizations = signInOf(connection.config)?.accounts === 'organization';
  if (isOrganizations ? isManager(context, connection) : caller?.personId === context.caller.personId)
    return ofConnection('begin_service_account', subject, {}, `connect the account at ${accountPage(context, connection)}`);
  const who = isOrganizations ? 'an owner or admin' : (caller?.person?.email ?? 'the person');
  return words(`${who} must connect the account at ${accountPage(context, connection)}`);
}

function likeIt({ agentId, access, limits }: Key): NewKey {
  const { tools, connections, folders } = limitFields(limits);
  return { agentId, access, ...(tools && { tools }), ...(connections && { connections }), ...(folders && { folders }) };
}

function words(description: string): Change {
  return { operation: null, arguments: {}, description };
}

function newKey(key: NewKey | undefined, more: Partial<NewKey>, description: string): Change {
  return key ? { operation: 'create_key', arguments: { ...key, ...more }, description } : words(description);
}

function widerKey(key: Key | undefined, more: Partial<NonNullLimits>, description: string): Change {
  return key ? { operation: 'edit_key', arguments: { keyId: key.id, ...more }, description } : words(description);
}

function* alsoFolder(
  context: ToolContext,
  { caller, key }: Asked,
  { kind, id }: NonNullable<Subject['item']>,
  tool: string | undefined,
): Op<Change> {
  const { store, viewer, now, gateway } = context;
  const item = kind === 'folder' ? { folderId: id } : yield* store.items.visible(viewer, 'any', id);
  if (!item || item.folderId === null) return words('use a key that is not limited to folders: this item is outside them');
  const { folderId } = item;
  const access = gateway.registry.find(tool ?? '')?.definition.access ?? 'read';
  // A key cannot write where its person only reads.
  const ofPerson = caller && { ...viewerOf(caller, now), limits: null };
  if (access === 'write' && ofPerson && !(yield* isChangeablePlace({ ...context, viewer: ofPerson }, folderId)))
    return yield* shareIt(context, caller.person?.email ?? '', { item: { kind, id } }, 'write');
  const others = key?.limits?.folders?.filter((limit) => limit.folderId !== folderId) ?? [];
  return widerKey(key, { folders: [...others, { folderId, access }] }, `let the key ${access} in ${folderId}`);
}

function alsoTool(key: Key | undefined, tool: string): Change {
  const { tools } = limitFields(key?.limits ?? null);
  return widerKey(key, { tools: [...(tools ?? []), tool] }, `add ${tool} to the tools of the key`);
}

function ofConnection(operation: string, { connectionId }: Subject, more: object, description: string): Change {
  return { operation, arguments: { connectionId, ...more }, description };
}

function toolOf({ tool = '' }: Subject): string {
  return splitToolSlug(tool).name;
}

function otherTool({ gateway: { registry } }: ToolContext, tool: string, caller: Caller | undefined): string {
  const definition = registry.find(tool)?.definition;
  if (!definition)
    return 'no tool has this name: list_service_tools lists the tools of services, and GET /v1/tools lists the tools of the workspace';
  if (definition.audience === 'operator') return 'only the operator can do this, on the command line';
  return caller?.type === 'key'
    ? 'keys cannot call this; people can, in the workspace application or on the command line'
    : 'people can only call this for their own account';
}

/** An item that is invisible or read-only to the person is a folder that is not shared with them, or is in one. */
function* shareIt(context: ToolContext, email: string, { item }: Pick<Subject, 'item'>, access?: 'write'): Op<Change> {
  const inside = item && (yield* folderOf(context, item));
  // Only a top folder is shared (D73.1).
  const folder = inside && (yield* context.store.folders.root(inside));
  if (!folder) return words('this item cannot be shared with this person');
  const { id: folderId, name } = folder;
  return {
    operation: 'share_folder',
    arguments: { folderId, email, ...(access && { access }) },
    description: `share the folder "${name}" with ${email}${access ? ` to ${access}` : ''}`,
  };
}

function* folderOf({ store, viewer }: ToolContext, { kind, id }: { kind: Kind; id: string }): Op<Folder | undefined> {
  if (kind === 'folder') return yield* store.folders.visible(viewer, id);
  const item = yield* store.items.visible(viewer, 'any', id);
  return item?.folderId ? yield* store.folders.visible(viewer, item.folderId) : undefined;
}

function unprotect({ tool, item }: Subject): Change {
  return tool === 'delete_doc'
    ? words('the initial documents of an organization cannot be deleted; make agent memory an ordinary document first')
    : {
        operation: 'set_agent_memory',
        arguments: { docId: item?.id, isAgentMemory: false },
        description: 'make it an ordinary document again',
      };
}

/** The caller sees the connection: it is the organization's, and the key is kept from it, or it is their own private one. */
function* reachConnection(
  context: ToolContext,
  caller: Caller | undefined,
  key: Key | undefined,
  { connectionId = '', tool = '' }: Subject,
): Op<Change> {
  const { store, viewer, now } = context;
  const connection = yield* store.connections.visible(viewer, connectionId);
  if (!connection) return words('connect the service');
  if (connection.visibility === 'private' && connection.ownerId !== caller?.personId)
    return words(`this connection is private: connect "${connection.service}" for the organization, or let them connect it themselves`);
  if (
    connection.visibility === 'groups' &&
    caller &&
    !(yield* store.connections.visible({ ...viewerOf(caller, now), limits: null }, connectionId))
  )
    return yield* joinGroup(context, caller, connectionId);
  const connections = key?.limits?.connections;
  if (connections && !connections.includes(connectionId))
    return widerKey(key, { connections: [...connections, connectionId] }, 'add this connection to the connections of the key');
  if (!tool.includes('__')) return words(`add a tool of "${connection.service}" to the tools of the key, with edit_key`);
  return alsoTool(key, tool);
}

/** Adds the person to a group that can use the connection. The people of linked groups come from the company. */
function* joinGroup({ store, viewer }: ToolContext, caller: Caller, connectionId: string): Op<Change> {
  const email = caller.person?.email;
  const shared = (yield* store.connections.sharedWith(viewer.orgId)).get(connectionId) ?? [];
  const groups = yield* store.groups.several(
    viewer.orgId,
    shared.map(({ groupId }) => groupId),
  );
  const [byHand] = groups.filter(({ claimValue }) => claimValue === null);
  if (byHand)
    return {
      operation: 'add_to_group',
      arguments: { groupId: byHand.id, emails: [email] },
      description: `add ${email} to the group "${byHand.name}"`,
    };
  const names = groups.map(({ name }) => JSON.stringify(name)).join(', ');
  return words(
    groups.length > 0
      ? `the company must add ${email} to one of these groups: ${names}; they must then sign in with it again`
      : 'the groups that could use this connection were deleted: share it with others, with edit_connection',
  );
}

function* showTool({ store }: ToolContext, caller: Caller | undefined, key: Key | undefined, subject: Subject): Op<Change> {
  const { tool: toolSlug = '', connectionId = '' } = subject;
  const name = toolOf(subject);
  const orgId = caller?.orgId ?? '';
  const tool = yield* store.serviceTools.find(orgId, connectionId, name);
  if (!tool || tool.removedAt !== null) {
    const likely = nearest(name, yield* store.serviceTools.names(orgId, connectionId));
    return words(`the service does not list this tool${likely === undefined ? '' : `; did you mean ${likely}?`}`);
  }
  if (tool.isOff) return ofConnection('switch_service_tool', subject, { tool: name, on: true }, 'turn the tool on again');
  if (!isServiceToolWithin(caller?.key?.limits ?? null, toolSlug)) return alsoTool(key, toolSlug);
  return words('list_connection_tools shows the tools of the connection');
}
