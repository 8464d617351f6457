import { useBindings } from '../../kernel/keyboard/bindings.ts';

interface ContentsKeys {
  onNew?: () => void;
  onUpload?: () => void;
  onAccess?: () => void;
  onHistory?: () => void;
  onNewFolder?: () => void;
  onRename?: () => void;
}

/** Keys for what can be done with a folder, or outside of folders; what is left out cannot be done. */
export function useContentsKeys({ onNew, onUpload, onAccess, onHistory, onNewFolder, onRename }: ContentsKeys): void {
  useBindings('Documents', [
    ...binding('c', 'New document', onNew),
    ...binding('u', 'Upload files', onUpload),
    ...binding('w', 'Access', onAccess),
    ...binding('h', 'History', onHistory),
    ...binding('f', 'New folder', onNewFolder),
    ...binding('r', 'Rename folder', onRename),
  ]);
}

function binding(keys: string, does: string, run: (() => void) | undefined) {
  return run ? [{ keys, does, run }] : [];
}
