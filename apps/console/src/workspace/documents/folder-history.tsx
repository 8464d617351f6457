import { SidePanel } from '../../kernel/layout/side-panel.tsx';
import { Changes } from '../history/changes.tsx';
import type { OpenFolder } from './open-folder.ts';

/** Changes of a folder itself: its name, its owner and its shares. */
export function FolderHistory({ folder, onClose }: { folder: OpenFolder; onClose: () => void }) {
  return (
    <SidePanel title={folder.name} onClose={onClose}>
      <Changes subject={{ folderId: folder.id }} />
    </SidePanel>
  );
}
