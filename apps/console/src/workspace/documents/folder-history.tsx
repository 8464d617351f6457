import { SidePanel } from '../../kernel/layout/side-panel.tsx';
import { Changes } from '../history/changes.tsx';
import { ContentChanges } from './content-changes.tsx';
import type { OpenFolder } from './open-folder.ts';

/** Changes of a folder itself, which are its name, its owner and its shares, and then of what is in it. */
export function FolderHistory({ folder, onClose }: { folder: OpenFolder; onClose: () => void }) {
  return (
    <SidePanel title={folder.name} onClose={onClose}>
      <Changes subject={{ folderId: folder.id }} />
      <ContentChanges folderId={folder.id} />
    </SidePanel>
  );
}
