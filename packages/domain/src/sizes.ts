import type { ItemType } from './vocabulary.ts';

const mebibyte = 1024 * 1024;

/** Sizes of D17. Bytes count UTF-8; lengths count code points. */
export const maxDocumentBytes = mebibyte;
export const maxFileBytes = 25 * mebibyte;
/** Maximum bytes of an editable text. Larger ones are stored as bytes: they can be read, searched and replaced, but not edited in place. */
export const maxEditableBytes = 10 * mebibyte;
/** Maximum bytes of a text that read_doc and read_file return whole (D24). */
export const maxInlineBytes = 256 * 1024;
/** Maximum bytes of a picture. Hosts of agents refuse more than about 5 MB in base64 (D24.5). */
export const maxPictureBytes = 3.5 * mebibyte;
/** Maximum bytes of text extracted from one file (D75). */
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
export const maxGroupName = 80;
/** Groups of one organization (D77). */
export const maxGroups = 500;
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
/** A tool with its service. */
export const maxToolName = 300;
/** Search text in a list or in all items. */
export const maxSearch = 200;
export const maxServiceAddress = 2000;
/** A secret for a service. */
export const maxCredential = 20_000;
export const maxWebhookName = 80;
/** Webhooks of one organization. Each event goes to all webhooks that subscribe to it. */
export const maxWebhooks = 20;
/** Connections of one organization. */
export const maxConnections = 500;

/** Maximum bytes of JSON in the arguments of a tool without its own maximum. */
export const ordinaryArgumentBytes = 4 * mebibyte;
/** The largest file in base64, in whole mebibytes, and two for the other arguments: 36 MiB. */
export const fileArgumentBytes = (Math.ceil((maxFileBytes * 4) / 3 / mebibyte) + 2) * mebibyte;

/** A whole skill in base64, with the other arguments. */
export const skillArgumentBytes = 24 * mebibyte;

/** Maximum bytes of an item's text after a change. An agent reads a skill whole, like a document. */
export function maxTextBytes(type: ItemType): number {
  return type === 'file' ? maxEditableBytes : maxDocumentBytes;
}
