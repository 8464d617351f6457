import { maxFolderName } from '@gatehouse/domain';
import { Button, Menu } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { call } from '../../kernel/calls/call.ts';
import { LineForm } from '../../kernel/forms/line-form.tsx';
import { Clock, FolderInput, History, Pencil, Trash2, Users } from '../../kernel/icons/icons.ts';
import { Keys } from '../../kernel/keyboard/keys.tsx';
import { MoreActions } from '../../kernel/list/more-actions.tsx';
import { useMembership } from '../../kernel/membership/membership.ts';
import { sayDone } from '../../kernel/notices/notices.ts';
import { sayError } from '../../kernel/states/say-error.ts';
import { count } from '../../kernel/words/count-words.ts';
import { refreshItems } from '../item/use-item-changes.ts';
import styles from './documents.module.css';
import type { OpenFolder } from './open-folder.ts';

interface FolderActionsProps {
  /** True outside of folders. The past can be shown there, but there is no folder to change or share. */
  isRoot: boolean;
  /** True if the person can rename, move and delete the folder. */
  mayChange: boolean;
  /** True if the person can share its top folder. */
  mayShare: boolean;
  /** False if the chosen action opens a form. */
  returnsFocus: boolean;
  onShare: () => void;
  onHistory: () => void;
  onPast: () => void;
  onRename: () => void;
  onMove: () => void;
  onDelete: () => void;
}

export function FolderActions(props: FolderActionsProps) {
  const { mayChange, mayShare, returnsFocus, onShare, onHistory, onPast, onRename, onMove, onDelete } = props;
  if (props.isRoot)
    return (
      <MoreActions width={180} returnsFocus={returnsFocus}>
        <PastEntry onPast={onPast} />
      </MoreActions>
    );
  return (
    <>
      <MoreActions width={180} returnsFocus={returnsFocus}>
        <Menu.Item leftSection={<History size={14} />} rightSection={<Keys keys="h" />} onClick={onHistory}>
          History
        </Menu.Item>
        <PastEntry onPast={onPast} />
        {mayChange && (
          <>
            <Menu.Item leftSection={<Pencil size={14} />} rightSection={<Keys keys="r" />} onClick={onRename}>
              Rename
            </Menu.Item>
            <Menu.Item leftSection={<FolderInput size={14} />} rightSection={<Keys keys="m" />} onClick={onMove}>
              Move folder…
            </Menu.Item>
            <Menu.Item leftSection={<Trash2 size={14} />} onClick={onDelete}>
              Delete folder…
            </Menu.Item>
          </>
        )}
      </MoreActions>
      <Button variant="default" leftSection={<Users size={14} />} onClick={onShare}>
        {mayShare ? 'Share' : 'Access'}
      </Button>
    </>
  );
}

function PastEntry({ onPast }: Pick<FolderActionsProps, 'onPast'>) {
  return (
    <Menu.Item leftSection={<Clock size={14} />} rightSection={<Keys keys="p" />} onClick={onPast}>
      View the past…
    </Menu.Item>
  );
}

export function FolderForm({ folder, onClose }: { folder: OpenFolder; onClose: () => void }) {
  const { orgId } = useMembership();
  const queries = useQueryClient();
  const rename = async (name: string) => {
    await call(orgId, 'rename_folder', { folderId: folder.id, name });
    await refreshItems(queries, orgId);
  };
  const send = async (name: string) => {
    await rename(name);
    sayDone(`Folder renamed to ${name.trim()}.`, () => {
      rename(folder.name).catch(sayError);
    });
  };
  return (
    <LineForm label="Folder name" initial={folder.name} verb="Rename folder" maxLength={maxFolderName} send={send} onClose={onClose} />
  );
}

/** Deletes a few items per call, so that other callers need not wait, until the folder itself is deleted. */
export function DeleteFolder({ folder, onClose }: { folder: OpenFolder; onClose: () => void }) {
  const { orgId } = useMembership();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const remove = useMutation({
    async mutationFn() {
      let moved = 0;
      for (;;) {
        const { movedItems, isDone } = await call(orgId, 'delete_folder', { folderId: folder.id });
        moved += movedItems;
        if (isDone) return moved;
      }
    },
    onSuccess: async (moved) => {
      sayDone(`${folder.name} deleted. ${count(moved, 'item')} moved to the trash.`);
      await navigate({ to: '/$orgId/documents', params: { orgId } });
    },
    onError: sayError,
    onSettled: () => refreshItems(queries, orgId),
  });
  return (
    <div className={styles.asked}>
      <span>Everything in {folder.name}, and in the folders in it, moves to the trash. Restoring any item brings its folders back.</span>
      <Button color="red" loading={remove.isPending} onClick={() => remove.mutate()}>
        Delete folder
      </Button>
      <Button variant="subtle" color="gray" c="inherit" onClick={onClose}>
        Cancel
      </Button>
    </div>
  );
}
