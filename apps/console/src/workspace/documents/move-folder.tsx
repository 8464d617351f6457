import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../kernel/calls/call.ts';
import { useMembership } from '../../kernel/membership/membership.ts';
import { sayDone } from '../../kernel/notices/notices.ts';
import { sayError } from '../../kernel/states/say-error.ts';
import { FolderSelect } from '../item/folder-select.tsx';
import { refreshItems } from '../item/use-item-changes.ts';
import type { OpenFolder } from './open-folder.ts';

/** Chooses the folder that a folder moves into, or the top. The choice is made with the keyboard or a pointer. */
export function MoveFolder({ folder, onClose }: { folder: OpenFolder; onClose: () => void }) {
  const { orgId } = useMembership();
  const queries = useQueryClient();
  const move = useMutation({
    mutationFn: (to: { id: string | null; name: string }) =>
      call(orgId, 'move_folder', { folderId: folder.id, ...(to.id === null ? { toTop: true as const } : { parentId: to.id }) }),
    onSuccess: (_, to) => {
      sayDone(to.id === null ? `${folder.name} moved to the top. It is yours and private.` : `${folder.name} moved to ${to.name}.`);
      onClose();
    },
    onError: sayError,
    onSettled: () => refreshItems(queries, orgId),
  });
  return (
    <>
      <FolderSelect
        label="Move to…"
        autoFocus
        outsideLabel="Top (yours and private)"
        except={folder.id}
        onLeave={onClose}
        onChoose={(to) => move.mutate(to)}
      />
      <Button variant="subtle" color="gray" c="inherit" loading={move.isPending} onClick={onClose}>
        Cancel
      </Button>
    </>
  );
}
