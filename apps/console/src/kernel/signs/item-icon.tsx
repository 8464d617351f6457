import type { OutputOf } from '../calls/call.ts';
import { File, FileArchive, FileAudio, FileImage, FileText, FileVideo, Folder, FolderLock, Sparkles } from '../icons/icons.ts';
import styles from './signs.module.css';

type Of = Pick<OutputOf<'browse_folder'>['items'][number], 'type' | 'kind'>;

const ofFiles: Record<Of['kind'], typeof File> = {
  text: File,
  skill: Sparkles,
  image: FileImage,
  audio: FileAudio,
  video: FileVideo,
  pdf: File,
  archive: FileArchive,
  other: File,
};

/** Type of an item by shape. The column or title beside it names the type where it matters. */
export function ItemIcon({ of: { type, kind } }: { of: Of }) {
  const Icon = type === 'doc' ? FileText : type === 'skill' ? Sparkles : ofFiles[kind];
  return <Icon size={14} strokeWidth={1.75} aria-hidden="true" className={styles.icon} />;
}

/** A folder: one with a lock is seen by its owner, and by owners and admins, alone. */
export function FolderIcon({ visibility }: { visibility: 'private' | 'shared' | 'organization' }) {
  const Icon = visibility === 'private' ? FolderLock : Folder;
  return <Icon size={14} strokeWidth={1.75} aria-hidden="true" className={styles.icon} />;
}
