import { Command, Option } from '@commander-js/extra-typings';
import { accessLevels, keyFault } from '@gatehouse/storage';
import { readExpiry } from '../expiry.ts';
import { CommandError } from '../faults.ts';
import { table, when } from '../output.ts';
import { workspaceCommand } from '../workspace/options.ts';
import { inWorkspace } from '../workspace/workspace.ts';

interface Key {
  keyId: string;
  name: string | null;
  keyPrefix: string;
  agentId: string;
  access: string;
  expiresAt: number | null;
  revokedAt: number | null;
  lastUsedAt: number | null;
}

const create = workspaceCommand('create')
  .description('make a key for an agent, connecting the agent if need be; the key is shown this once')
  .requiredOption('--owner <email>', 'whose agent it is: the key sees what this person sees')
  .requiredOption('--agent <name>', 'which agent uses it')
  .addOption(new Option('--access <level>', 'what it may do').choices(accessLevels).makeOptionMandatory())
  .option('--expires <when>', 'a span such as 30d, or a date (default: never)', (text) => readExpiry(text))
  .option('--name <name>', 'what the key is for')
  .action(({ owner, agent, access, expires, name, ...options }) =>
    inWorkspace(options, async ({ call }) => {
      const { id: agentId } = await call<{ id: string }>('create_agent', { name: agent, ownerEmail: owner });
      const input = { agentId, access, ...(name !== undefined && { name }), ...(expires !== undefined && { expiresAt: expires }) };
      const { key, keyId, keyPrefix, expiresAt } = await call<Key & { key: string }>('create_key', input);
      const until = expiresAt === null ? 'it works until it is revoked' : `it works until ${when(expiresAt)} UTC`;
      return { value: { key, keyId, keyPrefix, access, expiresAt }, text: () => `${key}\n\nShown this once; ${until}. It is ${keyId}.` };
    }),
  );

const list = workspaceCommand('list')
  .description('keys, without their secrets')
  .action((options) =>
    inWorkspace(options, async ({ call }) => {
      const value = await call<{ keys: Key[] }>('list_keys', {});
      const { agents } = await call<{ agents: { id: string; name: string }[] }>('list_agents', {});
      const now = Date.now();
      const rows = value.keys.map((key) => [
        `${key.keyPrefix}…`,
        agents.find(({ id }) => id === key.agentId)?.name ?? key.agentId,
        key.access,
        stateOf(key, now),
        when(key.lastUsedAt),
        key.keyId,
      ]);
      const headings = ['KEY', 'AGENT', 'ACCESS', 'STATE', 'LAST USED', 'ID'];
      return { value, text: () => table(headings, rows, 'no keys yet: "gatehouse keys create" makes one') };
    }),
  );

const revoke = workspaceCommand('revoke')
  .description('make a key useless, at once and for good')
  .argument('<key>', 'its id, or the beginning of the key that "keys list" shows')
  .action((wanted, options) =>
    inWorkspace(options, async ({ call }) => {
      const { keys } = await call<{ keys: Key[] }>('list_keys', {});
      const value = await call<Key>('revoke_key', { keyId: chooseKey(keys, wanted).keyId });
      return { value, text: () => `${value.keyPrefix}… (${value.keyId}) does not work any more.` };
    }),
  );

/** A whole key never stands on the command line, where everybody on the machine could read it. */
function chooseKey(keys: Key[], wanted: string): Key {
  const matching = keys.filter(({ keyId, keyPrefix }) => keyId === wanted || keyPrefix === wanted.replace(/…$/, ''));
  if (matching.length === 1) return matching[0] as Key;
  if (matching.length > 1)
    throw new CommandError(`${matching.length} keys begin with ${wanted}: give the id of one, from "gatehouse keys list"`);
  throw new CommandError('no key has this id or beginning: "gatehouse keys list" shows them');
}

function stateOf(key: Key, now: number): string {
  return keyFault(key, now) ?? (key.expiresAt === null ? 'works' : `until ${when(key.expiresAt)}`);
}

export const keysCommand = new Command('keys')
  .description('keys of agents and programs')
  .addCommand(create)
  .addCommand(list)
  .addCommand(revoke);
