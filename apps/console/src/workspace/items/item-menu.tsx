import { maxTitle } from '@gatehouse/domain';
import { Menu } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { call } from '../../kernel/calls/call.ts';
import {
  BookLock,
  Clock,
  Copy,
  Download,
  FileText,
  FolderInput,
  History,
  Link2,
  MessageSquare,
  Pencil,
  TextSearch,
  Trash2,
} from '../../kernel/icons/icons.ts';
import { Keys } from '../../kernel/keyboard/keys.tsx';
import { MoreActions } from '../../kernel/list/more-actions.tsx';
import { useMembership } from '../../kernel/membership/membership.ts';
import { copyToClipboard } from '../../kernel/notices/copy-to-clipboard.ts';
import { sayDone } from '../../kernel/notices/notices.ts';
import { sayError } from '../../kernel/states/say-error.ts';
import { type Item, isFixed } from '../item/item.ts';
import { useDownload } from '../item/use-download.ts';
import { refreshItems, useItemChanges } from '../item/use-item-changes.ts';
import { isMarkdown } from './edit-view.tsx';

interface ItemMenuProps {
  item: Item;
  /** False if the chosen action opens a form. */
  returnsFocus: boolean;
  onRename: () => void;
  onMove: () => void;
  onHistory: () => void;
  onPast: () => void;
  onComments: () => void;
  /** Undefined without text. */
  onFind: (() => void) | undefined;
}

/** Menu of actions on an item. */
export function ItemMenu({ item, returnsFocus, onRename, onMove, onHistory, onPast, onComments, onFind }: ItemMenuProps) {
  const { orgId } = useMembership();
  const navigate = useNavigate();
  const changes = useItemChanges();
  const queries = useQueryClient();
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
  const copyMarkdown = async () => {
    if (await copyToClipboard(item.text ?? '')) sayDone('Copied as markdown.');
  };
  const duplicate = async () => {
    const { name, text, folderId } = item;
    try {
      const place = folderId === null ? {} : { folderId };
      const { docId } = await call(orgId, 'create_doc', { title: copyName(name), bodyMarkdown: text ?? '', ...place });
      await refreshItems(queries, orgId);
      await navigate({ to: '/$orgId/documents/item/$itemId', params: { orgId, itemId: docId } });
      sayDone(`This is a copy of ${name}.`);
    } catch (error) {
      sayError(error);
    }
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
      <Menu.Item leftSection={<Clock size={14} />} rightSection={<Keys keys="p" />} onClick={onPast}>
        View the past…
      </Menu.Item>
      <Menu.Item leftSection={<MessageSquare size={14} />} rightSection={<Keys keys="c" />} onClick={onComments}>
        Comments
      </Menu.Item>
      {onFind && (
        <Menu.Item leftSection={<TextSearch size={14} />} rightSection={<Keys keys="mod+f" />} onClick={onFind}>
          Find in text
        </Menu.Item>
      )}
      <Menu.Item leftSection={<Link2 size={14} />} onClick={() => void copyLink()}>
        Copy link
      </Menu.Item>
      {isMarkdown(item) && item.text !== null && (
        <Menu.Item leftSection={<Copy size={14} />} onClick={() => void copyMarkdown()}>
          Copy as markdown
        </Menu.Item>
      )}
      {item.type === 'doc' && item.text !== null && canWrite && (
        <Menu.Item leftSection={<FileText size={14} />} onClick={() => void duplicate()}>
          Duplicate
        </Menu.Item>
      )}
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

/** Within the length of a title. */
const copyName = (name: string) => `Copy of ${name}`.slice(0, maxTitle);
