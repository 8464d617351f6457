import { type DirectTool, idsOfPath, type KeyLimits, keyFault, keySearches, staysWithin } from '@gatehouse/domain';
import type { Key, Op, Person } from '@gatehouse/storage';
import { z } from 'zod';
import type { ToolContext } from '../../kernel/context/context.ts';
import { noSuchItem } from '../../kernel/context/no-such-item.ts';
import { defineDiscoveryTool } from '../../kernel/context/tool.ts';
import { GatewayError, refusal } from '../../kernel/errors/errors.ts';
import { identifier } from '../../kernel/schema/schema.ts';
import { chooseDirectTools, directToolsArgument } from '../direct-tools/choose-direct-tools.ts';
import { beginReauthentication, concludeReauthentication, ownPassword, runReauthentication } from '../sign-in/reauthentication.ts';
import { chooseLimits, limitArguments } from './choose-limits.ts';
import { findOwnKey } from './find-key.ts';
import { keyExample, keyFields, keyShape, limitFields } from './key-fields.ts';
import { canCreateKeysFor } from './make-key.ts';

const clearable = ['tools', 'connections', 'folders'] as const;

const input = z.strictObject({
  keyId: identifier('from list_keys'),
  tools: limitArguments.tools.describe('tools that the key can call from now on'),
  connections: limitArguments.connections.describe('connections that the key can use from now on'),
  folders: limitArguments.folders.describe('folders that the key can see from now on'),
  clear: z.array(z.enum(clearable)).max(clearable.length).default([]).describe('limits to remove'),
  search: z.enum(keySearches).optional().describe('search mode for calls that do not specify one'),
  directTools: directToolsArgument.describe(
    'names of all tools of services that the key lists as its own tools from now on; [] for none; this gives no access',
  ),
  password: ownPassword.describe(
    'password of this account, required to widen a key; an account without a password must have signed in recently',
  ),
});

type Arguments = z.output<typeof input>;

export const editKey = defineDiscoveryTool({
  name: 'edit_key',
  title: 'Edit key',
  description:
    'Change the limits, the search mode or the direct tools of a key or of a client grant, from its next call on. Owners and admins can only narrow the limits of keys of other people. To widen a key, its owner must give the password again.',
  audience: 'person',
  access: 'write',
  hints: { destructive: false, idempotent: true, openWorld: false },
  input,
  output: keyShape,
  example: { input: { keyId: keyExample.keyId, tools: keyExample.tools ?? [] }, output: keyExample },
  preparationChanges: true,
  *prepare(context, given) {
    const { isWider } = yield* planEdit(context, given);
    const asksPassword = isWider && context.caller.session !== null;
    return { given, reauthentication: asksPassword ? yield* beginReauthentication(context, given.password) : undefined };
  },
  async runOutside(context, { reauthentication }) {
    return reauthentication === undefined || (await runReauthentication(context, reauthentication));
  },
  *conclude(context, { given, reauthentication }, isRight) {
    const { store, viewer, caller } = context;
    yield* store.people.hold(viewer.orgId);
    if (reauthentication) yield* concludeReauthentication(context, reauthentication, isRight);
    // The limits may have been narrowed in the meantime.
    const { key, changed, isWider } = yield* planEdit(context, given);
    if (isWider && caller.session !== null && !reauthentication)
      throw refusal('stale_version', 'the limits of this key have changed; read them and call again');
    const rotations = yield* rotationsOf(context, key);
    for (const { id } of rotations) yield* store.keys.edit({ ...changed, id });
    return keyFields(changed);
  },
});

interface Edit {
  key: Key;
  changed: Key;
  /** True if the key could do more than before. */
  isWider: boolean;
}

/** Throws if the caller may not make this change (D49.6). */
function* planEdit(context: ToolContext, { keyId, clear, search, directTools: chosen, tools, connections, folders }: Arguments): Op<Edit> {
  const key = yield* findOwnKey(context, keyId);
  if (keyFault(key, context.now)) throw refusal('nothing_to_change', 'this key has ended: create a new one with create_key');
  const given = { tools, connections, folders };
  const both = clear.find((name) => given[name] !== undefined);
  if (both !== undefined) throw refusal('invalid_argument', `give "${both}", or name it in "clear", not both`);
  const isLimited = clear.length > 0 || clearable.some((name) => given[name] !== undefined);
  if (!isLimited && search === undefined && chosen === undefined)
    throw refusal('nothing_to_change', 'give "tools", "connections", "folders", "clear", "search" or "directTools"');
  if (search !== undefined && search !== key.search) refuseOthers(context, key, 'its search mode');
  const person = yield* context.store.people.find(key.orgId, key.personId);
  if (!person) throw noSuchItem();
  const limits = isLimited ? yield* chooseLimits(context, person, given, keptOf(key, clear)) : key.limits;
  const isWider = !staysWithin(limits, key.limits, yield* pathsOf(context, limits));
  if (isWider) refuseOthersWidening(context, person);
  const kept = key.directTools ?? [];
  const directTools = chosen ? yield* chooseDirectTools(context, chosen, { person, access: key.access, limits, kept }) : key.directTools;
  if (directTools?.some((one) => !kept.some((other) => isSame(one, other)))) refuseOthers(context, key, 'its direct tools');
  return { key, changed: { ...key, limits, search: search ?? key.search, directTools }, isWider };
}

/** Path of each folder in the limits. */
function* pathsOf({ store, viewer }: ToolContext, limits: KeyLimits | null): Op<Map<string, string[]>> {
  const ids = limits?.folders?.map(({ folderId }) => folderId) ?? [];
  const folders = ids.length === 0 ? [] : yield* store.many.folders(viewer, ids);
  return new Map(folders.map((folder) => [folder.id, idsOfPath(folder)]));
}

function keptOf({ limits }: Key, clear: Arguments['clear']) {
  const present = Object.entries(limitFields(limits)).filter(([name, value]) => value !== null && !clear.some((one) => one === name));
  return Object.fromEntries(present);
}

/** Lets only the person of a key change its search and direct tools. The operator's command line acts for everyone. */
function refuseOthers({ caller, viewer }: ToolContext, key: Key, what: string): void {
  if (caller.session === null || key.personId === viewer.personId) return;
  throw new GatewayError('forbidden', `only the owner of a key can change ${what}`);
}

function isSame(one: DirectTool, other: DirectTool): boolean {
  return one.toolSlug === other.toolSlug && one.connectionId === other.connectionId;
}

function refuseOthersWidening(context: ToolContext, person: Person): void {
  if (canCreateKeysFor(context, person)) return;
  throw new GatewayError(
    'forbidden',
    `only ${person.email} can widen this key, because a key sees what they see; you can only narrow its limits or revoke it`,
  );
}

/** A key, and those that it replaced or was replaced by: while both work, they have the same limits (D49.6). */
function* rotationsOf({ store }: ToolContext, key: Key): Op<Key[]> {
  const all = yield* store.keys.ofAgent(key.orgId, key.agentId);
  const found = new Set([key.id]);
  for (let before = 0; before !== found.size; ) {
    before = found.size;
    for (const { id, replacedBy } of all) {
      if (replacedBy === null) continue;
      if (found.has(id)) found.add(replacedBy);
      else if (found.has(replacedBy)) found.add(id);
    }
  }
  return all.filter(({ id }) => found.has(id));
}
