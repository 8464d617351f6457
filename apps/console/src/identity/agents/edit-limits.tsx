import { limitsOf, staysWithin } from '@gatehouse/domain';
import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, type InputOf, type OutputOf } from '../../kernel/calls/call.ts';
import { allPagesQuery } from '../../kernel/calls/pages.ts';
import { toolQuery } from '../../kernel/calls/queries.ts';
import { AccountFault, OwnPassword, passwordGiven } from '../../kernel/forms/own-password.tsx';
import { useForm } from '../../kernel/forms/use-form.ts';
import { useAccount, useMembership } from '../../kernel/membership/membership.ts';
import { sayDone } from '../../kernel/notices/notices.ts';
import { type FolderTree, treeOf } from '../../workspace/item/folder-tree.ts';
import { chosenLimits, limitArguments } from '../limits/chosen-limits.ts';
import { LimitsField } from '../limits/limits-field.tsx';
import { useToolsOfConnection } from '../limits/use-tools-of-connection.ts';
import styles from './agents.module.css';
import { type AgentRow, calledKey, type Key } from './use-agents.ts';

interface EditLimitsProps {
  agent: AgentRow;
  of: Key;
  onClose: () => void;
}

/** Changes the limits of a key. Only its person can widen them, with the password again. // D49.6 */
export function EditLimits(props: EditLimitsProps) {
  const { orgId } = useMembership();
  const { data } = useQuery(toolQuery(orgId, 'list_connections', {}));
  return data ? <LimitsForm {...props} connections={data.connections} /> : null;
}

type Connections = OutputOf<'list_connections'>['connections'];

function LimitsForm({ agent, of: key, connections, onClose }: EditLimitsProps & { connections: Connections }) {
  const { orgId, personId } = useMembership();
  const { account } = useAccount();
  const queries = useQueryClient();
  const toolsOf = useToolsOfConnection();
  const folders = useQuery(allPagesQuery(orgId, 'list_folders', {})).data?.flatMap((page) => page.folders) ?? [];
  /** Step that is required before the key can do more. */
  const [wider, setWider] = useState<'password' | 'others'>();
  const form = useForm({ limits: chosenLimits(key, connections), password: '' }, async ({ limits, password }) => {
    const next = await limitArguments(limits, key.access, toolsOf);
    const isWider = !staysWithin(limitsOf(next), limitsOf(presentOf(key)), pathsIn(treeOf(folders), next));
    if (isWider && agent.personId !== personId) return setWider('others');
    if (isWider && account.hasPassword && password === '') return setWider('password');
    await call(orgId, 'edit_key', { keyId: key.keyId, ...next, clear: clearedBy(key, next), ...passwordGiven(password) });
    sayDone(`The limits of ${calledKey(key)} apply from its next call.`);
    await queries.invalidateQueries({ queryKey: [orgId, 'list_keys'] });
    onClose();
  });
  return (
    <form onSubmit={form.onSubmit} className={styles.limits}>
      <LimitsField isOpen access={key.access} limits={form.values.limits} onChange={(limits) => form.set('limits', limits)} />
      {wider === 'others' && <p role="alert">Only {agent.ownerName} can let this key do more. You can narrow its limits.</p>}
      {wider === 'password' && <OwnPassword form={form} label="Your password, to let the key do more" autoFocus />}
      <AccountFault form={form} />
      <div className={styles.buttons}>
        <Button type="submit" loading={form.isSending} disabled={form.values.limits.folders?.size === 0}>
          Save limits
        </Button>
        <Button variant="subtle" color="gray" c="inherit" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

/** Shows the path of each folder in the limits. A folder in the limits includes everything below it. // D49.6 */
function pathsIn(tree: FolderTree<Folder>, { folders = [] }: Limits): Map<string, string[]> {
  return new Map(folders.map(({ folderId }) => [folderId, tree.pathTo(folderId).map(({ id }) => id)]));
}

type Folder = OutputOf<'list_folders'>['folders'][number];

function presentOf({ tools, connections, folders }: Key) {
  return { tools: tools ?? undefined, connections: connections ?? undefined, folders: folders ?? undefined };
}

type Limits = Pick<InputOf<'edit_key'>, 'tools' | 'connections' | 'folders'>;

function clearedBy(key: Key, next: Limits): NonNullable<InputOf<'edit_key'>['clear']> {
  return (['tools', 'connections', 'folders'] as const).filter((name) => key[name] !== null && next[name] === undefined);
}
