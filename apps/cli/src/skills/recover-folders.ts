import { hasSkillFolder } from './skill-folder.ts';
import { clearDrafts, isSwappedIn, restoreFormer, settleFormer } from './swap-folder.ts';
import type { OpenState } from './sync-state.ts';

type Guarded = (name: string, work: () => Promise<void>) => Promise<void>;

/** Completes or undoes the steps of a run that was killed. */
export async function recoverFolders(target: string, open: OpenState, guarded: Guarded): Promise<void> {
  const formers = clearDrafts(target);
  for (const name of new Set([...Object.keys(open.state.pending), ...formers])) {
    await guarded(name, async () => recoverFolder(target, open, name, formers.includes(name)));
  }
}

function recoverFolder(target: string, { state, note }: OpenState, name: string, hasFormer: boolean): void {
  const pending = state.pending[name];
  if (pending && isSwappedIn(target, name, pending.inode)) {
    settleFormer(target, name, pending.expected);
    note({ written: { [name]: pending.skill }, pending: { [name]: null } });
    return;
  }
  if (hasFormer && hasSkillFolder(target, name)) settleFormer(target, name, state.written[name]?.files ?? {});
  else if (hasFormer) restoreFormer(target, name);
  if (pending) note({ pending: { [name]: null } });
}
