import { SidePanel } from '../../kernel/layout/side-panel.tsx';
import { Changes } from '../history/changes.tsx';
import { ContentChanges } from './content-changes.tsx';
import type { OpenFolder } from './open-folder.ts';

/** Panel with the changes of a folder itself (name, owner, shares), then the changes of its contents. */
export function FolderHistory({ folder, onClose }: { folder: OpenFolder; onClose: () => void }) {
  return (
    <SidePanel title={folder.name} onClose={onClose}>
      <Changes subject={{ folderId: folder.id }} />
      <ContentChanges folderId={folder.id} />
    </SidePanel>
  );
}
