import { ActionIcon, Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { Trash2 } from '../../kernel/icons/icons.ts';
import { List } from '../../kernel/list/list.tsx';
import { useMembership } from '../../kernel/membership/membership.ts';
import { useStaying } from '../bulk/leaving.ts';
import { FolderSelect } from '../item/folder-select.tsx';
import { useItemChanges } from '../item/use-item-changes.ts';
import { columns, keyOf, type Row, versionOf } from './entry-columns.tsx';
import type { OpenFolder } from './open-folder.ts';
import type { Entry } from './use-entries.ts';

interface ContentsListProps {
  rows: readonly Row[];
  /** Folder of the items. Undefined outside of folders. */
  folder: OpenFolder | undefined;
  onEndNear: () => void;
}

/** True for items that cannot be deleted. */
const isProtected = ({ isSystem, isAgentMemory }: Entry) => isSystem || isAgentMemory;

export function ContentsList({ rows, folder, onEndNear }: ContentsListProps) {
  const folderId = folder?.id ?? null;
  const canWrite = folder?.canWrite ?? true;
  const { orgId } = useMembership();
  const navigate = useNavigate();
  const changes = useItemChanges();
  const shown = useStaying(rows, keyOf);
  const open = (row: Row) =>
    row.kind === 'folder'
      ? void navigate({ to: '/$orgId/documents/folder/$folderId', params: { orgId, folderId: row.folder.id } })
      : void navigate({ to: '/$orgId/documents/item/$itemId', params: { orgId, itemId: row.entry.id } });
  const itemsOf = (chosen: readonly Row[]) => chosen.flatMap((row) => (row.kind === 'folder' ? [] : [{ ...row.entry, folderId }]));
  return (
    <List
      label="Contents"
      rows={shown}
      columns={columns}
      keyOf={keyOf}
      versionOf={versionOf}
      onOpen={open}
      onEndNear={onEndNear}
      actions={(row) =>
        canWrite &&
        row.kind === 'entry' &&
        !isProtected(row.entry) && (
          <ActionIcon aria-label={`Move ${row.entry.name} to the trash`} onClick={() => changes.trash(itemsOf([row]))}>
            <Trash2 size={14} />
          </ActionIcon>
        )
      }
      selectionActions={
        canWrite
          ? (chosen) => (
              <>
                <FolderSelect label="Move to…" onChoose={(to) => changes.move(itemsOf(chosen), to)} />
                <Button variant="default" onClick={() => changes.trash(itemsOf(chosen))}>
                  Move to trash
                </Button>
              </>
            )
          : undefined
      }
    />
  );
}
