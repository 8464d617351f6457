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

/** Icon for the type of an item. The column or title next to it names the type where needed. */
export function ItemIcon({ of: { type, kind } }: { of: Of }) {
  const Icon = type === 'doc' ? FileText : type === 'skill' ? Sparkles : ofFiles[kind];
  return <Icon size={14} strokeWidth={1.75} aria-hidden="true" className={styles.icon} />;
}

/** Icon of a folder. A lock marks a private folder, which only its owner and the organization's owners and admins can see. */
export function FolderIcon({ visibility }: { visibility: 'private' | 'shared' | 'organization' }) {
  const Icon = visibility === 'private' ? FolderLock : Folder;
  return <Icon size={14} strokeWidth={1.75} aria-hidden="true" className={styles.icon} />;
}
