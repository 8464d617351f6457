import type { ItemType } from './vocabulary.ts';

const mebibyte = 1024 * 1024;

/** Sizes of D17. Bytes count UTF-8; lengths count code points. */
export const maxDocumentBytes = mebibyte;
export const maxFileBytes = 25 * mebibyte;
/** Larger texts are stored as bytes: they can be read, searched and replaced, but not edited in place. */
export const maxEditableBytes = 10 * mebibyte;
/** Texts up to this size are returned whole by read_doc and read_file (D24). */
export const maxInlineBytes = 256 * 1024;
/** Hosts of agents refuse pictures of more than about 5 MB in base64 (D24.5). */
export const maxPictureBytes = 3.5 * mebibyte;
/** Text that is extracted from one file (D75). */
export const maxExtractedBytes = 10 * mebibyte;
export const maxTitle = 200;
export const maxFolderName = 80;
export const maxSummary = 200;
export const maxTaskTitle = 200;
export const maxTaskNotes = 2000;
export const maxSkillName = 64;
/** Limits of a skill with all its files (D72). SKILL.md is one of the files, and at most as large as a document. */
export const maxSkillFiles = 512;
export const maxSkillBytes = 16 * mebibyte;
export const maxPersonName = 200;
export const maxOrganizationName = 80;
/** Bytes of an organization's house rules for agents (D80). */
export const maxHouseRulesBytes = 1024;
export const maxAgentName = 80;
export const maxKeyName = 80;
export const maxPasskeyName = 80;
/** A person's name for a connection, with its account or purpose. */
export const maxConnectionName = 80;
/** Prefix of a connection's tools. */
export const maxServiceSlug = 32;
/** A tool, with the service that it belongs to. */
export const maxToolName = 300;
/** Search text in a list or in all items. */
export const maxSearch = 200;
export const maxServiceAddress = 2000;
/** One secret that opens a service. */
export const maxCredential = 20_000;
export const maxWebhookName = 80;
/** Webhooks of one organization: each event goes to all that subscribe to it. */
export const maxWebhooks = 20;
/** Connections of one organization. */
export const maxConnections = 500;

/** Bytes of JSON that the arguments of a tool may have that asks for no larger ones. */
export const ordinaryArgumentBytes = 4 * mebibyte;
/** The largest file in base64, in whole mebibytes, and two for the other arguments: 36 MiB. */
export const fileArgumentBytes = (Math.ceil((maxFileBytes * 4) / 3 / mebibyte) + 2) * mebibyte;

/** A whole skill in base64, with the other arguments. */
export const skillArgumentBytes = 24 * mebibyte;

/** Bytes that the text of an item may have after a change: a skill is read whole by an agent, like a document. */
export function maxTextBytes(type: ItemType): number {
  return type === 'file' ? maxEditableBytes : maxDocumentBytes;
}
