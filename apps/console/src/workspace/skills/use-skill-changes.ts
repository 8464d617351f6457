import { call, type InputOf } from '../../kernel/calls/call.ts';
import { useMembership } from '../../kernel/membership/membership.ts';
import { sayDone } from '../../kernel/notices/notices.ts';
import { count } from '../../kernel/words/count-words.ts';
import { Told } from '../../kernel/words/told.ts';
import type { Item } from '../item/item.ts';
import { readSkillFile } from '../item/skill-file.ts';
import { useItemChange } from '../item/use-item-changes.ts';
import { readBase64 } from '../uploads/read-base64.ts';

type Changes = Pick<InputOf<'write_skill'>, 'files' | 'removeFiles'>;

/** Actions on files next to SKILL.md, each as one version with Undo. */
export function useSkillChanges(item: Item) {
  const { orgId } = useMembership();
  const change = useItemChange();
  const version = item.versionCount;
  const write = async (changes: Changes, said: string) => {
    const { versionCount, noop } = await call(orgId, 'write_skill', { fileId: item.id, ...changes, expectedVersionCount: version });
    if (noop) return;
    const undo = async () => void (await call(orgId, 'restore_version', { fileId: item.id, version, expectedVersionCount: versionCount }));
    sayDone(said, () => change.mutate(undo));
  };
  const bytesOf = async (path: string) => {
    const { content, contentBase64, executable } = await readSkillFile(orgId, { fileId: item.id, version }, path);
    return { executable, ...(content === undefined ? { contentBase64: contentBase64 ?? '' } : { content }) };
  };
  const isThere = async (path: string) => {
    const { manifest } = await call(orgId, 'read_skill_files', { fileId: item.id, paths: [], version });
    return manifest?.some((file) => file.path === path) === true;
  };
  const upload = async (files: readonly File[], pathOf: (file: File) => string) =>
    await Promise.all(files.map(async (file) => ({ path: pathOf(file), contentBase64: await readBase64(file) })));
  return {
    isPending: change.isPending,
    add: (files: readonly File[]) =>
      change.mutate(async () => {
        const added = await upload(files, ({ webkitRelativePath, name }) => (webkitRelativePath || name).normalize('NFC'));
        await write({ files: added }, `${count(added.length, 'file')} added.`);
      }),
    replace: (path: string, files: readonly File[]) =>
      change.mutate(async () => write({ files: await upload(files, () => path) }, `${path} replaced.`)),
    remove: (path: string) => change.mutate(() => write({ removeFiles: [path] }, `${path} removed.`)),
    setExecutable: (path: string, executable: boolean) =>
      change.mutate(() =>
        write({ files: [{ path, executable }] }, executable ? `${path} is now executable.` : `${path} is no longer executable.`),
      ),
    /** Rejects if it is refused. The form shows the reason. */
    async rename(path: string, to: string): Promise<void> {
      if (to === path) return;
      if (await isThere(to)) throw new Told('This skill already has a file at this path.');
      await write({ files: [{ path: to, ...(await bytesOf(path)) }], removeFiles: [path] }, `Renamed to ${to}.`);
    },
    /** Rejects if it is refused. The form shows the reason. */
    async create(path: string): Promise<void> {
      if (await isThere(path)) throw new Told('This skill already has a file at this path.');
      await write({ files: [{ path, content: '' }] }, `${path} created.`);
    },
    refresh: () => change.mutate(async () => {}),
  };
}
