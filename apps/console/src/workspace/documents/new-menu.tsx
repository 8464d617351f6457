import { Menu } from '@mantine/core';
import { Plus } from '../../kernel/icons/icons.ts';
import { Keys } from '../../kernel/keyboard/keys.tsx';
import { MenuButton } from '../../kernel/list/menu-button.tsx';

interface NewMenuProps {
  /** False if the chosen action opens a form. */
  returnsFocus: boolean;
  onAsk: (what: 'doc' | 'folder' | 'skill') => void;
  onUpload: (which: 'several' | 'folder') => void;
}

/** Menu of things to add to a folder, or outside of folders. */
export function NewMenu({ returnsFocus, onAsk, onUpload }: NewMenuProps) {
  return (
    <MenuButton title="New" icon={Plus} width={180} position="bottom-end" variant="filled" returnsFocus={returnsFocus}>
      <Menu.Item onClick={() => onAsk('doc')}>Document</Menu.Item>
      <Menu.Item rightSection={<Keys keys="f" />} onClick={() => onAsk('folder')}>
        Folder
      </Menu.Item>
      <Menu.Item onClick={() => onAsk('skill')}>Skill</Menu.Item>
      <Menu.Item rightSection={<Keys keys="u" />} onClick={() => onUpload('several')}>
        Upload files…
      </Menu.Item>
      <Menu.Item onClick={() => onUpload('folder')}>Upload folder…</Menu.Item>
    </MenuButton>
  );
}
