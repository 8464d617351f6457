import type { ItemType } from './vocabulary.ts';

const mebibyte = 1024 * 1024;

/** Sizes of D17. Bytes count UTF-8; lengths count code points. */
export const maximumDocumentBytes = mebibyte;
export const maximumFileBytes = 25 * mebibyte;
/** Larger texts are stored as bytes: they can be read, searched and replaced, but not edited in place. */
export const maximumEditableBytes = 10 * mebibyte;
/** Texts up to this size are returned whole by read_doc and read_file (D24). */
export const maximumInlineBytes = 256 * 1024;
export const maximumTitle = 200;
export const maximumFolderName = 80;
export const maximumSummary = 200;
export const maximumTaskTitle = 200;
export const maximumTaskNotes = 2000;
export const maximumSkillName = 64;
export const maximumPersonName = 200;
export const maximumOrganizationName = 80;
export const maximumAgentName = 80;
export const maximumKeyName = 80;
export const maximumPasskeyName = 80;
/** What people call a connection, and which account or purpose it is for. */
export const maximumConnectionName = 80;
/** What the tools of a connection begin with. */
export const maximumServiceSlug = 32;
/** A tool, with the service that it belongs to. */
export const maximumToolName = 300;
/** What is searched for in a list or in all items. */
export const maximumSearch = 200;
export const maximumServiceAddress = 2000;
/** One secret that opens a service. */
export const maximumCredential = 20_000;
/** Connections of one organization. */
export const maxConnections = 500;

/** Bytes of JSON that the arguments of a tool may have which asks for no more. */
export const ordinaryArgumentBytes = 4 * mebibyte;
/** The largest file in base64, in whole mebibytes, and two for the arguments beside it: 36 MiB. */
export const fileArgumentBytes = (Math.ceil((maximumFileBytes * 4) / 3 / mebibyte) + 2) * mebibyte;

/** Bytes that the text of an item may have after a change: a skill is read whole by an agent, like a document. */
export function maximumTextBytes(type: ItemType): number {
  return type === 'file' ? maximumEditableBytes : maximumDocumentBytes;
}
