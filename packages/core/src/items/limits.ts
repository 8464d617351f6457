import type { ItemType } from '@gatehouse/storage';

/** Sizes of D17. Bytes count UTF-8; lengths count code points. */
export const maximumDocumentBytes = 1024 * 1024;
export const maximumFileBytes = 25 * 1024 * 1024;
/** Larger texts are stored as bytes: they can be read, searched and replaced, but not edited in place. */
export const maximumEditableBytes = 10 * 1024 * 1024;
/** Texts up to this size are returned whole by read_doc and read_file (D24). */
export const maximumInlineBytes = 256 * 1024;
export const maximumTitle = 200;
export const maximumFolderName = 80;
export const maximumSummary = 200;

/** Bytes that the text of an item may have after a change: a skill is read whole by an agent, like a document. */
export function maximumTextBytes(type: ItemType): number {
  return type === 'file' ? maximumEditableBytes : maximumDocumentBytes;
}
