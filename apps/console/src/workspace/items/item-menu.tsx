import { Menu } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { BookLock, Download, FolderInput, History, Link2, Pencil, TextSearch, Trash2 } from '../../kernel/icons/icons.ts';
import { Keys } from '../../kernel/keyboard/keys.tsx';
import { MoreActions } from '../../kernel/list/more-actions.tsx';
import { useMembership } from '../../kernel/membership/membership.ts';
import { copyToClipboard } from '../../kernel/notices/copy-to-clipboard.ts';
import { sayDone } from '../../kernel/notices/notices.ts';
import { type Item, isFixed } from '../item/item.ts';
import { useDownload } from '../item/use-download.ts';
import { useItemChanges } from '../item/use-item-changes.ts';

interface ItemMenuProps {
  item: Item;
  /** False if the chosen action opens a form. */
  returnsFocus: boolean;
  onRename: () => void;
  onMove: () => void;
  onHistory: () => void;
  /** Undefined without text. */
  onFind: (() => void) | undefined;
}

/** Menu of actions on an item. */
export function ItemMenu({ item, returnsFocus, onRename, onMove, onHistory, onFind }: ItemMenuProps) {
  const { orgId } = useMembership();
  const navigate = useNavigate();
  const changes = useItemChanges();
  const download = useDownload();
  const { isAgentMemory, isSystem, canWrite } = item;
  const toFolder = () =>
    item.folderId === null
      ? navigate({ to: '/$orgId/documents', params: { orgId } })
      : navigate({ to: '/$orgId/documents/folder/$folderId', params: { orgId, folderId: item.folderId } });
  const copyLink = async () => {
    const link = new URL(window.location.pathname, window.location.href).href;
    if (await copyToClipboard(link)) sayDone('Link copied. Anyone with access can open it.');
  };
  return (
    <MoreActions width={220} returnsFocus={returnsFocus}>
      {!isFixed(item) && (
        <>
          {item.type !== 'skill' && (
            <Menu.Item leftSection={<Pencil size={14} />} rightSection={<Keys keys="r" />} onClick={onRename}>
              Rename
            </Menu.Item>
          )}
          <Menu.Item leftSection={<FolderInput size={14} />} rightSection={<Keys keys="m" />} onClick={onMove}>
            Move
          </Menu.Item>
        </>
      )}
      <Menu.Item leftSection={<History size={14} />} rightSection={<Keys keys="h" />} onClick={onHistory}>
        History
      </Menu.Item>
      {onFind && (
        <Menu.Item leftSection={<TextSearch size={14} />} rightSection={<Keys keys="mod+f" />} onClick={onFind}>
          Find in text
        </Menu.Item>
      )}
      <Menu.Item leftSection={<Link2 size={14} />} onClick={() => void copyLink()}>
        Copy link
      </Menu.Item>
      <Menu.Item leftSection={<Download size={14} />} onClick={() => download(item)}>
        Download
      </Menu.Item>
      {item.type === 'doc' && canWrite && (
        <Menu.Item leftSection={<BookLock size={14} />} onClick={() => changes.setAgentMemory(item, !isAgentMemory)}>
          {isAgentMemory ? 'Let agents edit' : 'Make agent memory'}
        </Menu.Item>
      )}
      {!isFixed(item) && !isSystem && (
        <>
          <Menu.Divider />
          <Menu.Item leftSection={<Trash2 size={14} />} onClick={() => changes.trash([item], () => void toFolder())}>
            Move to trash
          </Menu.Item>
        </>
      )}
    </MoreActions>
  );
}
