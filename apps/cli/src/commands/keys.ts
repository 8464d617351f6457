import { Command, Option } from '@commander-js/extra-typings';
import { type AccessLevel, accessLevels, type FolderLimit, keyFault, keySearches } from '@gatehouse/domain';
import { findConnection } from '../connections/find-connection.ts';
import { readExpiry, readOverlap } from '../kernel/expiry.ts';
import { CommandError } from '../kernel/faults.ts';
import { count, table, when } from '../terminal/output.ts';
import { listFolders, matchFolder } from '../workspace/folders.ts';
import { workspaceCommand } from '../workspace/options.ts';
import { everyRow } from '../workspace/pages.ts';
import { inWorkspace, type Workspace } from '../workspace/workspace.ts';

interface Key {
  keyId: string;
  name: string | null;
  keyPrefix: string | null;
  agentId: string;
  access: AccessLevel;
  tools: string[] | null;
  connections: string[] | null;
  folders: FolderLimit[] | null;
  expiresAt: number | null;
  revokedAt: number | null;
  lastUsedAt: number | null;
  replacedBy: string | null;
  directTools: { toolSlug: string; connectionId: string | null }[];
}

interface ListedKey extends Key {
  agentName: string;
}

interface RotatedKey extends Key {
  key: string;
  replaces: string;
  replacedUntil: number;
}

const directToolWords = 'service tools that the key lists as its own tools, such as github__list_issues or github__list_issues@conn_…';

const create = workspaceCommand('create')
  .description('create a key for an agent, and the agent if needed; shows the key only once')
  .requiredOption('--owner <email>', 'owner of the agent; the key sees what this person sees')
  .requiredOption('--agent <name>', 'name of the agent')
  .addOption(new Option('--access <level>', 'access level of the key').choices(accessLevels).makeOptionMandatory())
  .option('--expires <when>', 'expiry of the key: a span such as 30d, or a date (default: never)', (text) => readExpiry(text))
  .option('--name <name>', 'purpose of the key')
  .option('--tools <names...>', 'allow only these tools, such as search, read_doc or github__list_issues (default: all)')
  .option('--connections <names...>', 'allow only these connections, each by service name or ID (default: all)')
  .option(
    '--folders <names...>',
    'allow only these folders, each by name or ID, with an optional :read or :write (default: the level of --access)',
  )
  .option('--direct-tool <tools...>', directToolWords)
  .action(({ owner, agent, access, expires, name, tools, connections: wanted, folders: places, directTool, ...options }) =>
    inWorkspace(options, async (workspace) => {
      const { call } = workspace;
      const connections = wanted && (await findConnections(workspace, wanted));
      const folders = places && (await findFolders(workspace, places, access));
      const { id: agentId } = await call<{ id: string }>('create_agent', { name: agent, ownerEmail: owner });
      const { key, ...made } = await call<Key & { key: string }>('create_key', {
        agentId,
        access,
        name,
        expiresAt: expires,
        tools: tools && wordsOf(tools),
        connections,
        folders,
        directTools: directTool?.map(readDirectTool),
      });
      const { keyId, keyPrefix, expiresAt } = made;
      return {
        value: {
          key,
          keyId,
          keyPrefix,
          access,
          tools: made.tools,
          connections: made.connections,
          folders: made.folders,
          directTools: made.directTools,
          expiresAt,
        },
        text: () => `${key}\n\nShown only now; ${until(expiresAt)}. Its ID is ${keyId}.`,
      };
    }),
  );

function until(expiresAt: number | null): string {
  return expiresAt === null ? 'it works until it is revoked' : `it works until ${when(expiresAt)} UTC`;
}

async function findConnections(workspace: Workspace, wanted: string[]): Promise<string[]> {
  const found: string[] = [];
  for (const name of wordsOf(wanted)) found.push((await findConnection(workspace, name)).connectionId);
  return found;
}

/** Reads `Plans`, `Plans:read` or `folder_…:write`. A name can contain colons. Without a level, the key's own level applies. */
async function findFolders(workspace: Workspace, wanted: string[], access: AccessLevel): Promise<FolderLimit[]> {
  const known = await listFolders(workspace);
  return wordsOf(wanted).map((word) => {
    const level = accessLevels.find((one) => word.endsWith(`:${one}`));
    const name = level === undefined ? word : word.slice(0, -level.length - 1);
    const folder = matchFolder(known, name);
    if (!folder) throw new CommandError(`no folder is named ${JSON.stringify(name)}: "gatehouse folders list" shows all folders`);
    return { folderId: folder.id, access: level ?? access };
  });
}

/** Splits names, which may be separate arguments or separated by commas. */
function wordsOf(texts: string[]): string[] {
  return texts.flatMap((text) => text.split(',').map((word) => word.trim())).filter((word) => word !== '');
}

/** Reads `github__list_issues`, or with a connection `github__list_issues@conn_…`. */
function readDirectTool(text: string): { toolSlug: string; connectionId?: string } {
  const named = /^(.*)@(conn_\w+)$/s.exec(text);
  return named ? { toolSlug: named[1] as string, connectionId: named[2] as string } : { toolSlug: text };
}

const limits = ['tools', 'connections', 'folders'] as const;

const edit = workspaceCommand('edit')
  .description('change the limits of a key from its next call on; omitted options keep their values')
  .argument('<key>', 'ID of the key, or its prefix from "gatehouse keys list"')
  .option('--tools <names...>', 'allow only these tools')
  .option('--connections <names...>', 'allow only these connections, each by service name or ID')
  .option(
    '--folders <names...>',
    'allow only these folders, each by name or ID, with an optional :read or :write (default: the access level of the key)',
  )
  .addOption(new Option('--clear <limits...>', 'limits to remove').choices(limits))
  .addOption(new Option('--search <kind>', 'search mode for calls that do not specify one').choices(keySearches))
  .option('--direct-tool <tools...>', `all ${directToolWords}`)
  .option('--no-direct-tools', 'list no service tools as own tools of the key')
  .action((wanted, { tools, connections: services, folders: places, clear, search, directTool, directTools, ...options }) =>
    inWorkspace(options, async (workspace) => {
      const { keyId, access } = await findKey(workspace, wanted);
      const value = await workspace.call<Key>('edit_key', {
        keyId,
        tools: tools && wordsOf(tools),
        connections: services && (await findConnections(workspace, services)),
        folders: places && (await findFolders(workspace, places, access)),
        clear,
        search,
        directTools: directTools ? directTool?.map(readDirectTool) : [],
      });
      const limited = limitsOf(value);
      return {
        value,
        text: () => `${calledKey(value)} (${keyId}) is limited to ${limited === '-' ? 'nothing' : limited} from its next call.`,
      };
    }),
  );

interface DirectToolRow {
  toolSlug: string;
  connectionId: string | null;
  bytes: number;
  unlisted: { message: string } | null;
}

const directTools = workspaceCommand('direct-tools')
  .description('list the direct tools of a key and their bytes in its list of tools')
  .argument('<key>', 'ID of the key, or its prefix from "gatehouse keys list"')
  .action((wanted, options) =>
    inWorkspace(options, async (workspace) => {
      const { keyId } = await findKey(workspace, wanted);
      const value = await workspace.call<{ bytes: number; tools: DirectToolRow[] }>('list_direct_tools', { keyId });
      const rows = value.tools.map(({ toolSlug, connectionId, bytes, unlisted }) => [
        toolSlug,
        connectionId ?? 'default',
        unlisted ? '-' : count(bytes, 'byte'),
        unlisted?.message ?? '-',
      ]);
      const none = 'it has no direct tools: "gatehouse keys edit --direct-tool" adds some';
      return { value, text: () => table(['TOOL', 'CONNECTION', 'IN ITS LIST', 'NOT LISTED BECAUSE'], rows, none) };
    }),
  );

const list = workspaceCommand('list')
  .description('list keys without their secrets')
  .action((options) =>
    inWorkspace(options, async (workspace) => {
      const keys = await listKeys(workspace);
      const now = Date.now();
      const rows = keys.map((key) => [
        calledKey(key),
        key.agentName,
        key.access,
        limitsOf(key),
        stateOf(key, now),
        when(key.lastUsedAt),
        key.keyId,
      ]);
      const headings = ['KEY', 'AGENT', 'ACCESS', 'LIMITED TO', 'STATE', 'LAST USED', 'ID'];
      return { value: { keys }, text: () => table(headings, rows, 'no keys yet: "gatehouse keys create" creates one') };
    }),
  );

const rotate = workspaceCommand('rotate')
  .description('replace a key with a new one that has the same limits; the old key works until the overlap ends')
  .argument('<key>', 'ID of the key, or its prefix from "gatehouse keys list"')
  .option('--overlap <span>', 'time for which the old key still works: 0, or a span such as 90m, 12h or 7d', readOverlap, undefined)
  .option('--expires <when>', 'expiry of the new key: a span such as 30d, or a date (default: the lifetime of the old key)', (text) =>
    readExpiry(text),
  )
  .action((wanted, { overlap, expires, ...options }) =>
    inWorkspace(options, async (workspace) => {
      const given = { keyId: (await findKey(workspace, wanted)).keyId, overlapMinutes: overlap, expiresAt: expires };
      const { key, keyId, keyPrefix, expiresAt, replaces, replacedUntil } = await workspace.call<RotatedKey>('rotate_key', given);
      return {
        value: { key, keyId, keyPrefix, expiresAt, replaces, replacedUntil },
        text: () =>
          `${key}\n\nShown only now; ${until(expiresAt)}. Its ID is ${keyId}.\n${replaces} works until ${when(replacedUntil)} UTC.`,
      };
    }),
  );

const revoke = workspaceCommand('revoke')
  .description('revoke a key; its next call is refused')
  .argument('<key>', 'ID of the key, or its prefix from "gatehouse keys list"')
  .action((wanted, options) =>
    inWorkspace(options, async (workspace) => {
      const value = await workspace.call<Key>('revoke_key', { keyId: (await findKey(workspace, wanted)).keyId });
      return { value, text: () => `${calledKey(value)} (${value.keyId}) no longer works.` };
    }),
  );

/** The name of a key for display. The sign-in of a client has no key, so its row has no prefix. */
function calledKey({ keyPrefix }: Pick<Key, 'keyPrefix'>): string {
  return keyPrefix === null ? 'sign-in' : `${keyPrefix}…`;
}

async function listKeys(workspace: Workspace): Promise<ListedKey[]> {
  return await everyRow<ListedKey>(workspace, 'list_keys', 'keys');
}

/** Finds a key by its id or prefix. A whole key must never be on the command line, where everyone on the machine could read it. */
async function findKey(workspace: Workspace, wanted: string): Promise<Key> {
  const matching = (await listKeys(workspace)).filter(({ keyId, keyPrefix }) => keyId === wanted || keyPrefix === wanted.replace(/…$/, ''));
  const [only, second] = matching;
  if (only && !second) return only;
  if (second) throw new CommandError(`${matching.length} keys begin with ${wanted}: give the ID of one, from "gatehouse keys list"`);
  throw new CommandError('no key has this ID or prefix: "gatehouse keys list" shows all keys');
}

function limitsOf({ tools, connections, folders }: Key): string {
  const limits = [
    tools && count(tools.length, 'tool'),
    connections && count(connections.length, 'connection'),
    folders && count(folders.length, 'folder'),
  ];
  return limits.filter((limit) => limit !== null).join(', ') || '-';
}

function stateOf(key: Key, now: number): string {
  const state = key.expiresAt === null ? 'works' : `until ${when(key.expiresAt)}`;
  return keyFault(key, now) ?? (key.replacedBy === null ? state : `${state}, replaced`);
}

export const keysCommand = new Command('keys')
  .description('manage keys of agents and programs')
  .addCommand(create)
  .addCommand(edit)
  .addCommand(directTools)
  .addCommand(list)
  .addCommand(rotate)
  .addCommand(revoke);
