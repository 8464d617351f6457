import { useBindings } from '../../kernel/keyboard/bindings.ts';

interface ContentsKeys {
  onNew?: () => void;
  onUpload?: () => void;
  onAccess?: () => void;
  onHistory?: () => void;
  onPast?: () => void;
  onNewFolder?: () => void;
  onRename?: () => void;
  onMove?: () => void;
}

/** Keyboard shortcuts of a folder, or of the place outside of folders. Missing handlers disable their keys. */
export function useContentsKeys({ onNew, onUpload, onAccess, onHistory, onPast, onNewFolder, onRename, onMove }: ContentsKeys): void {
  useBindings('Documents', [
    ...binding('c', 'New document', onNew),
    ...binding('u', 'Upload files', onUpload),
    ...binding('w', 'Access', onAccess),
    ...binding('h', 'History', onHistory),
    ...binding('p', 'View the past', onPast),
    ...binding('f', 'New folder', onNewFolder),
    ...binding('r', 'Rename folder', onRename),
    ...binding('m', 'Move folder', onMove),
  ]);
}

function binding(keys: string, does: string, run: (() => void) | undefined) {
  return run ? [{ keys, does, run }] : [];
}
