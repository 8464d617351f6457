// Made from the schemas of the tools by "npx -y pnpm@12 docs:reference"; not written by hand.
import type { CallOptions } from '../call-options.ts';

/** What sort of failure it is; more may be added. */
export type ErrorCode = 'invalid_request' | 'unauthorized' | 'forbidden' | 'not_found' | 'rate_limited' | 'internal_error' | 'service_error';

/** The finer words for failures that this release knows. */
export type Reason =
  | 'unknown_argument'
  | 'invalid_argument'
  | 'inexact_number'
  | 'no_such_item'
  | 'wrong_type'
  | 'text_not_found'
  | 'text_repeated'
  | 'nothing_to_change'
  | 'not_text'
  | 'stale_version'
  | 'protected_item'
  | 'too_large'
  | 'duplicate_name'
  | 'invalid_skill'
  | 'invalid_cursor'
  | 'no_history'
  | 'wrong_mode'
  | 'agents_read_only'
  | 'tool_held'
  | 'connection_paused'
  | 'origin_not_confirmed'
  | 'connect_first'
  | 'service_sign_in_failed'
  | 'invalid_service_arguments'
  | 'service_timeout'
  | 'service_unreachable'
  | 'service_failed'
  | 'outcome_unknown'
  | 'idempotency_mismatch'
  | 'malformed_body'
  | 'overloaded'
  | 'database_unavailable'
  | 'disk_full'
  | 'last_owner'
  | 'not_a_member'
  | 'wrong_password'
  | 'sign_in_again'
  | 'wrong_passkey'
  | 'no_passkeys'
  | 'too_many_tries'
  | 'link_not_good'
  | 'no_mail'
  | 'no_company_sign_in'
  | 'company_sign_in_failed'
  | 'company_identity_unknown'
  | 'company_identity_taken'
  | 'last_sign_in'
  | 'already_set_up'
  | 'cross_site';

/** Arguments of append_doc. */
export interface AppendDocInput {
  /** from list_docs or search */
  docId: string;
  /** what to add */
  text: string;
  /** refuse if versionCount differs */
  expectedVersionCount?: number | undefined;
}

/** Append to document: the result. */
export interface AppendDocOutput {
  /** Number of versions: it grows by one with each change. */
  versionCount: number;
}

/** Arguments of apply_edits. */
export interface ApplyEditsInput {
  /** or fileId */
  docId?: string | undefined;
  /** a file or skill */
  fileId?: string | undefined;
  /** The edits, in order: each works on what the ones before left. */
  edits: TextEdit[];
  /** refuse if versionCount differs */
  expectedVersionCount?: number | undefined;
}

/** Apply several edits: the result. */
export interface ApplyEditsOutput {
  /** Number of versions: it grows by one with each change. */
  versionCount: number;
}

/** Who sees an item. */
export interface Audience {
  /** Who can see it. */
  visibility: 'private' | 'shared' | 'organization';
  /** e-mail addresses, at most 20; owners and admins see everything */
  people: string[];
  /** How many people see it. */
  peopleCount: number;
}

/** Who made a change. */
export interface Author {
  /** Identifier of the person, or null. */
  personId: string | null;
  /** The agent that acted, or null. */
  agentId: string | null;
  /** Name. */
  name: string | null;
  /** How the change came in, such as `http` or `mcp`. */
  entrance: string | null;
}

/** A change of a document, file, skill, folder or task. */
export interface Change {
  /** the item, folder or task */
  subjectId: string;
  /** edited: its body */
  what: 'created' | 'changed' | 'deleted' | 'restored' | 'renamed' | 'moved' | 'tagged' | 'marked' | 'edited';
  /** the version it made */
  version: number | null;
  /** One line on what changed. */
  changeSummary: string | null;
  /** that changed beside the body */
  fields: ChangedField[];
  /** Who made the change. */
  by: Author;
  /** Identifier of the call that made the change, or null. */
  requestId: string | null;
  /** When it happened, in milliseconds since the Unix epoch. */
  at: number;
  /** The page of the console that shows it to people. */
  url: string;
}

/** A field before and after a change. */
export interface ChangedField {
  /** Name of the field that changed. */
  field: string;
  /** of "share": with whom */
  sharedWith?: 'organization' | { id: string; name?: string | undefined; email?: string | undefined; } | undefined;
  /** long texts: the first 1,000 characters */
  before: string | number | boolean | string[] | { id: string; name?: string | undefined; email?: string | undefined; } | null;
  /** The value after the change; of a long text, the first 1,000 characters. */
  after: string | number | boolean | string[] | { id: string; name?: string | undefined; email?: string | undefined; } | null;
}

/** A file of a skill that differs between two versions. */
export interface ChangedSkillFile {
  /** Path of a file in the skill; SKILL.md where it is left out. */
  path: string;
  /** What happened to it. */
  change: 'added' | 'changed' | 'removed';
}

/** A connection to an external service. */
export interface Connection {
  /** Identifier of the connection. */
  connectionId: string;
  /** Slug of the service. */
  service: string;
  /** Name. */
  name: string;
  /** What the connection is called here beside its name, or null. */
  label: string | null;
  /** Who can see it. */
  visibility: 'private' | 'organization';
  /** How many tools the connection has. */
  toolsCount: number;
  /** Whether the connection works. */
  status: 'active' | 'paused' | 'needs_attention' | 'unreachable' | 'held';
  /** When it last changed, in milliseconds since the Unix epoch. */
  updatedAt: number;
  /** The page of the console that shows it to people. */
  url: string;
}

/** A part of the answer. */
export interface ContentItem {
  /** Sort of content, such as `text`. */
  type: string;
  /** The text. */
  text?: string | undefined;
  [field: string]: unknown;
}

/** Arguments of create_doc. */
export interface CreateDocInput {
  /** title */
  title: string;
  /** markdown, up to 1 MiB */
  bodyMarkdown?: string | undefined;
  /** from list_folders or create_folder */
  folderId?: string | undefined;
}

/** Create document: the result. */
export interface CreateDocOutput {
  /** Identifier of the document. */
  docId: string;
  /** Number of versions: it grows by one with each change. */
  versionCount: number;
  /** The page of the console that shows it to people. */
  url: string;
}

/** Arguments of create_folder. */
export interface CreateFolderInput {
  /** folder name */
  name: string;
  /** a folder to create it in */
  parentId?: string | undefined;
}

/** Create folder: the result. */
export interface CreateFolderOutput {
  /** Identifier: an opaque string. */
  id: string;
  /** Name. */
  name: string;
  /** The page of the console that shows it to people. */
  url: string;
  /** Identifier of the folder that it is in, or null. */
  parentId: string | null;
  /** who sees it */
  seenBy?: Audience | undefined;
}

/** Arguments of create_task. */
export interface CreateTaskInput {
  /** short, imperative */
  title: string;
  /** up to 2,000 characters */
  notes?: string | undefined;
  /** State of the task. */
  status?: 'todo' | 'in_progress' | 'stuck' | 'done' | 'canceled' | undefined;
  /** e-mail of a person */
  assignee?: string | undefined;
  /** ms since epoch, or ISO 8601 */
  dueAt?: number | string | undefined;
}

/** Create task: the result. */
export interface CreateTaskOutput {
  /** Identifier of the task. */
  taskId: string;
  /** The number that people call the task by. */
  taskNumber: number | null;
  /** The page of the console that shows it to people. */
  url: string;
}

/** Arguments of delete_doc. */
export interface DeleteDocInput {
  /** from list_docs or search */
  docId?: string | undefined;
  /** all or none */
  itemIds?: string[] | undefined;
  /** refuse if versionCount differs */
  expectedVersionCount?: number | undefined;
}

/** Delete document: the result. */
export interface DeleteDocOutput {
  /** Always true. */
  ok: true;
}

/** Arguments of delete_file. */
export interface DeleteFileInput {
  /** from list_files, list_skills or search */
  fileId?: string | undefined;
  /** all or none */
  itemIds?: string[] | undefined;
  /** refuse if versionCount differs */
  expectedVersionCount?: number | undefined;
}

/** Delete file or skill: the result. */
export interface DeleteFileOutput {
  /** Always true. */
  ok: true;
}

/** A document with its markdown body. */
export interface Document {
  /** Identifier: an opaque string. */
  id: string;
  /** Title. */
  title: string;
  /** The markdown body; null above 256 KB, or if it was not asked for. */
  bodyMarkdown: string | null;
  /** How many lines the text has. */
  totalLines: number;
  /** Size in bytes. */
  sizeBytes: number;
  /** Number of versions: it grows by one with each change. */
  versionCount: number;
  /** Agents can read it, but cannot change or delete it. */
  isAgentMemory: boolean;
  /** A starter document, which cannot be deleted. */
  isSystem: boolean;
  /** where bodyMarkdown is null */
  downloadUrl: string | null;
  /** Identifier of the folder, or null. */
  folderId: string | null;
  /** Name of the folder. */
  folderName?: string | undefined;
  /** When it was created, in milliseconds since the Unix epoch. */
  createdAt: number;
  /** When it last changed, in milliseconds since the Unix epoch. */
  updatedAt: number;
  /** The page of the console that shows it to people. */
  url: string;
}

/** Arguments of edit_doc. */
export interface EditDocInput {
  /** from list_docs or search */
  docId: string;
  /** the exact text to replace */
  oldText: string;
  /** the new text; "" deletes oldText */
  newText: string;
  /** refuse if versionCount differs */
  expectedVersionCount?: number | undefined;
}

/** Edit document: the result. */
export interface EditDocOutput {
  /** Number of versions: it grows by one with each change. */
  versionCount: number;
}

/** Arguments of edit_file. */
export interface EditFileInput {
  /** from list_files or search */
  fileId: string;
  /** the exact text to replace */
  oldText: string;
  /** the new text; "" deletes oldText */
  newText: string;
  /** refuse if versionCount differs */
  expectedVersionCount?: number | undefined;
}

/** Edit text file: the result. */
export interface EditFileOutput {
  /** Number of versions: it grows by one with each change. */
  versionCount: number;
}

/** Arguments of edit_skill. */
export interface EditSkillInput {
  /** from list_skills or search */
  fileId: string;
  /** Path of a file in the skill; SKILL.md where it is left out. */
  path?: string | undefined;
  /** the exact text to replace */
  oldText: string;
  /** the new text; "" deletes oldText */
  newText: string;
  /** refuse if versionCount differs */
  expectedVersionCount?: number | undefined;
}

/** Edit skill: the result. */
export interface EditSkillOutput {
  /** Number of versions: it grows by one with each change. */
  versionCount: number;
}

/** Arguments of execute_service_read_tool. */
export interface ExecuteServiceReadToolInput {
  /** <service>__<tool>, from list_service_tools */
  toolSlug: string;
  /** default: the newest of the service */
  connectionId?: string | undefined;
  /** as the tool's inputSchema says */
  arguments?: Record<string, unknown> | undefined;
}

/** Arguments of execute_service_tool. */
export interface ExecuteServiceToolInput {
  /** <service>__<tool>, from list_service_tools */
  toolSlug: string;
  /** ignored */
  toolkitSlug?: string | undefined;
  /** default: the newest of the service */
  connectionId?: string | undefined;
  /** as the tool's inputSchema says */
  arguments?: Record<string, unknown> | undefined;
}

/** Arguments of fetch. */
export interface FetchInput {
  /** from search */
  id: string;
}

/** Fetch: the result. */
export interface FetchOutput {
  /** Identifier: an opaque string. */
  id: string;
  /** Title. */
  title: string;
  /** The text. */
  text: string;
  /** The page of the console that shows it to people. */
  url: string;
  /** Type and version of the item, when it last changed, and how to read on. */
  metadata: { type: 'doc' | 'file' | 'skill'; versionCount: number; updatedAt: number; note?: string | undefined; };
}

/** A file or skill, with its text where it is small. */
export interface File {
  /** Identifier: an opaque string. */
  id: string;
  /** Name. */
  name: string;
  /** What sort of file it is. */
  kind: 'text' | 'skill' | 'image' | 'audio' | 'video' | 'pdf' | 'archive' | 'other';
  /** Media type. */
  mimeType: string;
  /** Size in bytes. */
  sizeBytes: number;
  /** Number of versions: it grows by one with each change. */
  versionCount: number;
  /** Tags. */
  tags: string[];
  /** Identifier of the folder, or null. */
  folderId: string | null;
  /** Name of the folder. */
  folderName?: string | undefined;
  /** When it last changed, in milliseconds since the Unix epoch. */
  updatedAt: number;
  /** The page of the console that shows it to people. */
  url: string;
  /** A temporary address of the bytes, which needs no key. */
  downloadUrl: string | null;
  /** The text, for text files up to 256 KB; otherwise null. */
  content: string | null;
  /** The text. */
  text?: string | null | undefined;
  /** Format that `text` was taken from, such as `pdf`. */
  textFrom?: 'pdf' | 'docx' | 'xlsx' | 'pptx' | 'odt' | 'eml' | undefined;
  /** State of the text: `pending`, `ready`, `none` (the file has none) or `failed`. */
  textState?: 'pending' | 'ready' | 'none' | 'failed' | undefined;
  /** Why the file has no text. */
  textReason?: string | undefined;
  /** Path of a file in the skill; SKILL.md where it is left out. */
  path?: string | undefined;
  /** The files of this page. */
  files?: ListedSkillFile[] | undefined;
  /** A person saved or confirmed the newest version. */
  reviewed?: boolean | undefined;
  /** The last version that a person saved or confirmed, or null. */
  reviewedVersion?: number | null | undefined;
}

/** Arguments of find_text. */
export interface FindTextInput {
  /** what to find, one line */
  query: string;
  /** or fileId */
  docId?: string | undefined;
  /** a file or skill */
  fileId?: string | undefined;
  /** Path of a file in the skill; SKILL.md where it is left out. */
  path?: string | undefined;
  /** lines before and after */
  contextLines?: number | undefined;
  /** most matches */
  limit?: number | undefined;
}

/** Find text: the result. */
export interface FindTextOutput {
  /** How many lines the text has. */
  totalLines: number;
  /** How many lines match. */
  totalMatches: number;
  /** The lines that match. */
  matches: TextMatch[];
  /** the page of the item */
  url: string;
  /** where else to look */
  note?: string | undefined;
}

/** A folder. */
export interface Folder {
  /** Identifier: an opaque string. */
  id: string;
  /** Name. */
  name: string;
  /** Identifier of the folder that it is in, or null. */
  parentId: string | null;
  /** Who can see it. */
  visibility: 'private' | 'shared' | 'organization';
  /** How many items of the folder the key can see. */
  itemCount: number;
  /** The folder belongs to the person of this key. */
  isOwner: boolean;
  /** The person of this key, and the key, can change what is in the folder. */
  canWrite: boolean;
  /** The page of the console that shows it to people. */
  url: string;
}

/** Arguments of grep. */
export interface GrepInput {
  /** what to find, one line */
  query: string;
  /** only in this folder */
  folderId?: string | undefined;
  /** What sort of item it is. */
  type?: 'doc' | 'file' | 'skill' | undefined;
  /** most matches to return */
  limit?: number | undefined;
  /** previous nextCursor */
  cursor?: string | undefined;
}

/** Find lines everywhere: the result. */
export interface GrepOutput {
  /** The lines that match. */
  matches: ItemLine[];
  /** Give it as `cursor` for the next page; null on the last page. */
  nextCursor: string | null;
  /** How many items this call looked through. */
  scanned: number;
}

/** The key that makes the call: its organization, person and limits. */
export interface Identity {
  /** Identifier of the organization. */
  orgId: string;
  /** Name of the organization. */
  orgName: string | null;
  /** What the organization tells every agent, or null. */
  houseRules: string | null;
  /** Name of the key. */
  keyName: string | null;
  /** The first characters of the key. */
  keyPrefix: string | null;
  /** What the key may do: `write` includes `read`. */
  accessLevel: 'read' | 'write';
  /** The organization holds all agents to reading, whatever the access of their keys. */
  agentsReadOnly: boolean;
  /** What the key may do, as OAuth scopes. */
  scopes: string[];
  /** When the key expires, in milliseconds since the Unix epoch; null if never. */
  expiresAt: number | null;
  /** The person whom the key acts for, or null. */
  person: { name: string; email: string; } | null;
  /** what alone it may call and use; null: no limit */
  limits: KeyLimits;
  /** ISO 8601, UTC */
  now: string;
}

/** A line that contains the text, and its item. */
export interface ItemLine {
  /** What sort of item it is. */
  type: 'doc' | 'file' | 'skill';
  /** Identifier: an opaque string. */
  id: string;
  /** Title. */
  title: string;
  /** a file of the skill beside SKILL.md */
  path?: string | undefined;
  /** Line number; the first line is 1. */
  line: number;
  /** The text. */
  text: string;
  /** The line is not shown whole, or its context had no room. */
  clipped?: true | undefined;
  /** The page of the console that shows it to people. */
  url: string;
}

/** What limits a key. */
export interface KeyLimits {
  /** Names of the tools that alone the key may call; null: no limit. */
  tools: string[] | null;
  /** Identifiers of the connections that alone the key may use; null: no limit. */
  connections: string[] | null;
  /** Folders that alone the key sees, and what it may do there; null: no limit. */
  folders: ({ folderId: string; access: 'read' | 'write'; })[] | null;
}

/** What a service has that is no tool here. */
export interface LeftOutOperation {
  /** The operation of the service that is no tool. */
  operation: string;
  /** Why. */
  reason: string;
}

/** Arguments of list_changes. */
export interface ListChangesInput {
  /** a document, file or skill */
  itemId?: string | undefined;
  /** from list_folders */
  folderId?: string | undefined;
  /** from list_tasks */
  taskId?: string | undefined;
  /** what this key did */
  mine?: boolean | undefined;
  /** ms: to all you see, or in folderId */
  since?: number | undefined;
  /** with since */
  by?: 'people' | 'agents' | 'others' | undefined;
  /** most changes to return */
  limit?: number | undefined;
  /** previous nextCursor */
  cursor?: string | undefined;
}

/** List changes: the result. */
export interface ListChangesOutput {
  /** The changes of this page. */
  changes: Change[];
  /** Give it as `cursor` for the next page; null on the last page. */
  nextCursor: string | null;
  /** at the end: since of the next round */
  nextSince?: number | undefined;
}

/** Arguments of list_connected_services. */
export type ListConnectedServicesInput = Record<string, never>;

/** List connected services: the result. */
export interface ListConnectedServicesOutput {
  /** Slugs of the connected services. */
  connected: string[];
  /** The connections that the key can use. */
  connections: Connection[];
}

/** Arguments of list_docs. */
export interface ListDocsInput {
  /** only documents in this folder */
  folderId?: string | undefined;
  /** created: steady while others edit */
  order?: 'changed' | 'created' | undefined;
  /** ms; then nextUpdatedSince */
  updatedSince?: number | undefined;
  /** most documents to return */
  limit?: number | undefined;
  /** previous nextCursor */
  cursor?: string | undefined;
}

/** List documents: the result. */
export interface ListDocsOutput {
  /** The documents of this page. */
  docs: ListedDocument[];
  /** Give it as `cursor` for the next page; null on the last page. */
  nextCursor: string | null;
  /** Give it as `updatedSince` next time to get only what changed since this list. */
  nextUpdatedSince?: number | undefined;
  /** deleted since updatedSince */
  gone?: string[] | undefined;
}

/** Arguments of list_files. */
export interface ListFilesInput {
  /** only files in this folder */
  folderId?: string | undefined;
  /** What sort of file it is. */
  kind?: 'text' | 'image' | 'audio' | 'video' | 'pdf' | 'archive' | 'other' | undefined;
  /** created: steady while others edit */
  order?: 'changed' | 'created' | undefined;
  /** ms; then nextUpdatedSince */
  updatedSince?: number | undefined;
  /** most files to return */
  limit?: number | undefined;
  /** previous nextCursor */
  cursor?: string | undefined;
}

/** List files: the result. */
export interface ListFilesOutput {
  /** The files of this page. */
  files: ListedFile[];
  /** Give it as `cursor` for the next page; null on the last page. */
  nextCursor: string | null;
  /** Give it as `updatedSince` next time to get only what changed since this list. */
  nextUpdatedSince?: number | undefined;
  /** deleted since updatedSince */
  gone?: string[] | undefined;
}

/** Arguments of list_folders. */
export interface ListFoldersInput {
  /** most folders to return */
  limit?: number | undefined;
  /** previous nextCursor */
  cursor?: string | undefined;
}

/** List folders: the result. */
export interface ListFoldersOutput {
  /** The folders of this page. */
  folders: Folder[];
  /** Give it as `cursor` for the next page; null on the last page. */
  nextCursor: string | null;
}

/** Arguments of list_members. */
export interface ListMembersInput {
  /** most people to return */
  limit?: number | undefined;
  /** previous nextCursor */
  cursor?: string | undefined;
}

/** List members: the result. */
export interface ListMembersOutput {
  /** The people of this page. */
  members: Member[];
  /** Give it as `cursor` for the next page; null on the last page. */
  nextCursor: string | null;
}

/** Arguments of list_service_tools. */
export interface ListServiceToolsInput {
  /** from list_connected_services */
  service?: string | undefined;
  /** <service>__<tool>, from list_service_tools */
  toolSlug?: string | undefined;
  /** default: the newest of each service */
  connectionId?: string | undefined;
  /** a question, or words of name, title or description; the best come first */
  query?: string | undefined;
  /** Whether the tool only reads or changes data at its service. */
  mode?: 'read' | 'write' | undefined;
  /** Include the schemas of every tool. */
  includeSchemas?: boolean | undefined;
  /** most tools to return */
  limit?: number | undefined;
  /** previous nextCursor */
  cursor?: string | undefined;
}

/** List service tools: the result. */
export interface ListServiceToolsOutput {
  /** The tools of this page. */
  tools: ServiceTool[];
  /** Give it as `cursor` for the next page; null on the last page. */
  nextCursor: string | null;
  /** what the service has that is no tool here */
  leftOut?: LeftOutOperation[] | undefined;
}

/** Arguments of list_skills. */
export interface ListSkillsInput {
  /** only skills in this folder */
  folderId?: string | undefined;
  /** Whether each skill comes with the list of its files, or also with their contents; 50 skills at most. */
  includeFiles?: 'paths' | 'contents' | undefined;
  /** created: steady while others edit */
  order?: 'changed' | 'created' | undefined;
  /** ms; then nextUpdatedSince */
  updatedSince?: number | undefined;
  /** most skills to return */
  limit?: number | undefined;
  /** previous nextCursor */
  cursor?: string | undefined;
}

/** List skills: the result. */
export interface ListSkillsOutput {
  /** The skills of this page. */
  skills: Skill[];
  /** Give it as `cursor` for the next page; null on the last page. */
  nextCursor: string | null;
  /** Give it as `updatedSince` next time to get only what changed since this list. */
  nextUpdatedSince?: number | undefined;
  /** deleted since updatedSince */
  gone?: string[] | undefined;
}

/** Arguments of list_tasks. */
export interface ListTasksInput {
  /** Include tasks that are done or canceled. */
  includeDone?: boolean | undefined;
  /** State of the task. */
  status?: 'todo' | 'in_progress' | 'stuck' | 'done' | 'canceled' | undefined;
  /** e-mail */
  assignee?: string | undefined;
  /** ms since epoch, or ISO 8601 */
  dueBefore?: number | string | undefined;
  /** taskId of the last task of the page before */
  startingAfter?: string | undefined;
  /** created: steady while others edit */
  order?: 'due' | 'created' | undefined;
  /** ms; then nextUpdatedSince */
  updatedSince?: number | undefined;
  /** most tasks to return */
  limit?: number | undefined;
}

/** Arguments of list_versions. */
export interface ListVersionsInput {
  /** or fileId */
  docId?: string | undefined;
  /** a file or skill */
  fileId?: string | undefined;
  /** most versions to return */
  limit?: number | undefined;
  /** previous nextCursor */
  cursor?: string | undefined;
}

/** List versions: the result. */
export interface ListVersionsOutput {
  /** The versions of this page. */
  versions: Version[];
  /** Give it as `cursor` for the next page; null on the last page. */
  nextCursor: string | null;
}

/** A document in a list, without its body. */
export interface ListedDocument {
  /** Identifier: an opaque string. */
  id: string;
  /** Title. */
  title: string;
  /** Agents can read it, but cannot change or delete it. */
  isAgentMemory: boolean;
  /** A starter document, which cannot be deleted. */
  isSystem: boolean;
  /** Number of versions: it grows by one with each change. */
  versionCount: number;
  /** Size in bytes. */
  sizeBytes: number;
  /** Identifier of the folder, or null. */
  folderId: string | null;
  /** Name of the folder. */
  folderName?: string | undefined;
  /** When it last changed, in milliseconds since the Unix epoch. */
  updatedAt: number;
  /** SHA-256 of the stored bytes, in hexadecimal */
  hash: string;
  /** who changed it last */
  by: Author;
  /** One line on the last change. */
  lastChange: string;
  /** The page of the console that shows it to people. */
  url: string;
}

/** A file in a list, without its content. */
export interface ListedFile {
  /** Identifier: an opaque string. */
  id: string;
  /** Name. */
  name: string;
  /** What sort of file it is. */
  kind: 'text' | 'skill' | 'image' | 'audio' | 'video' | 'pdf' | 'archive' | 'other';
  /** Media type. */
  mimeType: string;
  /** Size in bytes. */
  sizeBytes: number;
  /** Number of versions: it grows by one with each change. */
  versionCount: number;
  /** Tags. */
  tags: string[];
  /** Identifier of the folder, or null. */
  folderId: string | null;
  /** Name of the folder. */
  folderName?: string | undefined;
  /** When it last changed, in milliseconds since the Unix epoch. */
  updatedAt: number;
  /** The page of the console that shows it to people. */
  url: string;
  /** SHA-256 of the stored bytes, in hexadecimal */
  hash: string;
  /** who changed it last */
  by: Author;
}

/** A file of a skill, without its bytes. */
export interface ListedSkillFile {
  /** Path of a file in the skill; SKILL.md where it is left out. */
  path: string;
  /** Size in bytes. */
  sizeBytes: number;
  /** The file can be run. */
  executable: boolean;
}

/** A task in a list. */
export interface ListedTask {
  /** Identifier of the task. */
  taskId: string;
  /** The number that people call the task by. */
  taskNumber: number | null;
  /** Title. */
  title: string;
  /** State of the task. */
  status: 'todo' | 'in_progress' | 'stuck' | 'done' | 'canceled';
  /** Email address of the person who has the task, or null. */
  assignee: string | null;
  /** When the task is due, in milliseconds since the Unix epoch, or null. */
  dueAt: number | null;
  /** Notes on the task, or null. */
  notes: string | null;
  /** Whether an agent or a person created the task. */
  source: 'agent' | 'manual';
  /** Number of versions: it grows by one with each change. */
  versionCount: number;
  /** When it was created, in milliseconds since the Unix epoch. */
  createdAt: number;
  /** When it last changed, in milliseconds since the Unix epoch. */
  updatedAt: number;
  /** when it became done */
  doneAt: number | null;
  /** The page of the console that shows it to people. */
  url: string;
  /** Give it as `updatedSince` next time to get only what changed since this list. */
  nextUpdatedSince?: number | undefined;
}

/** A person of the organization. */
export interface Member {
  /** Identifier of the person, or null. */
  personId: string;
  /** Name. */
  name: string;
  /** Email address. */
  email: string;
  /** The page of the console that shows it to people. */
  url: string;
}

/** Arguments of move_item. */
export interface MoveItemInput {
  /** or fileId */
  docId?: string | undefined;
  /** a file or skill */
  fileId?: string | undefined;
  /** all or none */
  itemIds?: string[] | undefined;
  /** from list_folders */
  folderId?: string | undefined;
  /** take it out of its folder */
  outOfFolders?: boolean | undefined;
  /** new name */
  name?: string | undefined;
  /** refuse if versionCount differs */
  expectedVersionCount?: number | undefined;
}

/** Move or rename: the result. */
export interface MoveItemOutput {
  /** Always true. */
  ok: true;
  /** who sees it now, if that changed */
  seenBy?: Audience | undefined;
}

/** Arguments of read_doc. */
export interface ReadDocInput {
  /** from list_docs or search */
  docId: string;
  /** who reads, for the log */
  agentName?: string | undefined;
  /** an older version (default: the newest) */
  version?: number | undefined;
  /** false returns only the fields */
  includeBody?: boolean | undefined;
}

/** Arguments of read_file. */
export interface ReadFileInput {
  /** from list_files, list_skills or search */
  fileId: string;
  /** Path of a file in the skill; SKILL.md where it is left out. */
  path?: string | undefined;
  /** false: no picture */
  includeImage?: boolean | undefined;
  /** who reads, for the log */
  agentName?: string | undefined;
}

/** Arguments of read_lines. */
export interface ReadLinesInput {
  /** or fileId */
  docId?: string | undefined;
  /** a file or skill */
  fileId?: string | undefined;
  /** Path of a file in the skill; SKILL.md where it is left out. */
  path?: string | undefined;
  /** first line is 1; negative counts from the end */
  startLine?: number | undefined;
  /** nextOffset of the window before */
  startOffset?: number | undefined;
  /** most lines */
  limit?: number | undefined;
  /** an older version */
  version?: number | undefined;
}

/** Read lines: the result. */
export interface ReadLinesOutput {
  /** The first line of the answer. */
  startLine: number;
  /** The last line of the answer. */
  endLine: number;
  /** How many lines the text has. */
  totalLines: number;
  /** The text. */
  text: string;
  /** Number of versions: it grows by one with each change. */
  versionCount: number;
  /** True if the text goes on after this answer. */
  truncated: boolean;
  /** where it goes on */
  nextLine?: number | undefined;
  /** Give it as `startOffset` to go on inside a long line. */
  nextOffset?: number | undefined;
  /** how many lines there are, where startLine is past them */
  note?: string | undefined;
}

/** Arguments of read_skill_files. */
export interface ReadSkillFilesInput {
  /** from list_skills */
  fileId: string;
  /** []: list */
  paths?: string[] | undefined;
  /** an older version */
  version?: number | undefined;
  /** previous nextCursor */
  cursor?: string | undefined;
}

/** Read skill files: the result. */
export interface ReadSkillFilesOutput {
  /** Identifier: an opaque string. */
  id: string;
  /** Name. */
  name: string;
  /** Number of the version; the first is 1. */
  version: number;
  /** Number of versions: it grows by one with each change. */
  versionCount: number;
  /** A person saved or confirmed the newest version. */
  reviewed: boolean;
  /** The last version that a person saved or confirmed, or null. */
  reviewedVersion: number | null;
  /** How many files the skill has, SKILL.md among them. */
  fileCount: number;
  /** skill://… over MCP */
  address?: string | undefined;
  /** of SKILL.md, as JSON */
  frontmatter?: Record<string, unknown> | undefined;
  /** all its files */
  manifest?: { path: string; sizeBytes: number; sha256: string; executable: boolean; }[] | undefined;
  /** Name of the folder. */
  folderName?: string | null | undefined;
  /** What it is for. */
  description?: string | undefined;
  /** The files of this page. */
  files: SkillFile[];
  /** Give it as `cursor` for the next page; null on the last page. */
  nextCursor: string | null;
}

/** Arguments of restore_version. */
export interface RestoreVersionInput {
  /** or fileId */
  docId?: string | undefined;
  /** a file or skill */
  fileId?: string | undefined;
  /** from list_versions */
  version: number;
  /** Path of a file in the skill; SKILL.md where it is left out. */
  path?: string | undefined;
  /** refuse if versionCount differs */
  expectedVersionCount?: number | undefined;
}

/** Restore version: the result. */
export interface RestoreVersionOutput {
  /** Number of versions: it grows by one with each change. */
  versionCount: number;
}

/** Arguments of search. */
export interface SearchInput {
  /** matched literally, but for best */
  query: string;
  /** default: phrase; words: all of them, in any order; best: a question in plain words */
  match?: 'phrase' | 'words' | 'best' | undefined;
  /** What sort of item it is. */
  type?: 'doc' | 'file' | 'skill' | 'task' | undefined;
  /** only in this folder */
  folderId?: string | undefined;
}

/** Search: the result. */
export interface SearchOutput {
  /** What was found, at most 25. */
  results: SearchResult[];
  /** best answers, where the phrase was not found */
  related?: SearchResult[] | undefined;
  /** what would help, where nothing was found */
  note?: string | undefined;
}

/** An item that was found. */
export interface SearchResult {
  /** What sort of item it is. */
  type: 'doc' | 'file' | 'skill' | 'task';
  /** Identifier: an opaque string. */
  id: string;
  /** Title. */
  title: string;
  /** Identifier of the folder, or null. */
  folderId?: string | null | undefined;
  /** The place of the text that matched. */
  snippet?: string | undefined;
  /** Line number; the first line is 1. */
  line?: number | undefined;
  /** Path of a file in the skill; SKILL.md where it is left out. */
  path?: string | undefined;
  /** How many words of the question the item has, such as `2 of 3`. */
  words?: string | undefined;
  /** The page of the console that shows it to people. */
  url: string;
}

/** A tool of a connected service. */
export interface ServiceTool {
  /** Name of the tool: `<service>__<tool>`. */
  toolSlug: string;
  /** Slug of the service. */
  service: string;
  /** Title. */
  title?: string | undefined;
  /** What it is for. */
  description: string;
  /** Whether the tool only reads or changes data at its service. */
  mode: 'read' | 'write';
  /** The tool cannot run until a person approves it. */
  held?: true | undefined;
  /** JSON Schema of the tool's arguments. */
  inputSchema?: Record<string, unknown> | undefined;
  /** JSON Schema of the tool's result. */
  outputSchema?: Record<string, unknown> | undefined;
  /** Hints about the tool, as its service gave them. */
  annotations?: Record<string, unknown> | undefined;
  /** the server's own words on its use */
  instructions?: string | undefined;
  /** given with toolSlug */
  url?: string | undefined;
}

/** What a tool of a connected service answered. */
export interface ServiceToolResult {
  /** What the tool answered, item by item. */
  content?: ContentItem[] | undefined;
  /** The tool's result as an object, as its service defines it. */
  structuredContent?: Record<string, unknown> | undefined;
  /** of an HTTP API's answer: location, link, etag and the like */
  headers?: Record<string, string> | undefined;
}

/** Arguments of set_tags. */
export interface SetTagsInput {
  /** or fileId */
  docId?: string | undefined;
  /** a file or skill */
  fileId?: string | undefined;
  /** all or none */
  itemIds?: string[] | undefined;
  /** up to 20 tags of up to 50 characters */
  tags: string[];
  /** refuse if versionCount differs */
  expectedVersionCount?: number | undefined;
}

/** Set tags: the result. */
export interface SetTagsOutput {
  /** Tags. */
  tags: string[];
}

/** A skill: instructions that agents read when they need them. */
export interface Skill {
  /** Identifier: an opaque string. */
  id: string;
  /** Name. */
  name: string;
  /** What it is for. */
  description: string;
  /** Tags. */
  tags: string[];
  /** Number of versions: it grows by one with each change. */
  versionCount: number;
  /** A person saved or confirmed the newest version. */
  reviewed: boolean;
  /** The last version that a person saved or confirmed, or null. */
  reviewedVersion: number | null;
  /** changes with the files beside SKILL.md; null: there are none */
  filesHash: string | null;
  /** Identifier of the folder, or null. */
  folderId: string | null;
  /** Name of the folder. */
  folderName?: string | undefined;
  /** When it last changed, in milliseconds since the Unix epoch. */
  updatedAt: number;
  /** SHA-256 of the stored bytes, in hexadecimal */
  hash: string;
  /** who changed it last */
  by: Author;
  /** skill://… over MCP */
  address?: string | undefined;
  /** of SKILL.md, as JSON */
  frontmatter?: Record<string, unknown> | undefined;
  /** all its files */
  manifest?: { path: string; sizeBytes: number; sha256: string; executable: boolean; }[] | undefined;
  /** left out where the answer has no room */
  files?: SkillFile[] | undefined;
  /** The page of the console that shows it to people. */
  url: string;
}

/** A file of a skill: content if it is text, else contentBase64 and a temporary download address. */
export interface SkillFile {
  /** Path of a file in the skill; SKILL.md where it is left out. */
  path: string;
  /** Media type. */
  mimeType: string;
  /** Size in bytes. */
  sizeBytes: number;
  /** SHA-256 of the bytes, in hexadecimal. */
  sha256: string;
  /** The file can be run. */
  executable: boolean;
  /** The text, for text files up to 256 KB; otherwise null. */
  content?: string | undefined;
  /** The bytes in base64. */
  contentBase64?: string | undefined;
  /** Where the part begins, in bytes of a file that comes in parts. */
  offset?: number | undefined;
  /** A temporary address of the bytes, which needs no key. */
  downloadUrl?: string | undefined;
}

/** A file of a skill: its text, or its bytes. */
export interface SkillFileToWrite {
  /** Path of a file in the skill; SKILL.md where it is left out. */
  path: string;
  /** The text, for text files up to 256 KB; otherwise null. */
  content?: string | undefined;
  /** The bytes in base64. */
  contentBase64?: string | undefined;
  /** The file can be run. */
  executable?: boolean | undefined;
}

/** Practices that hosts of skills advise against, and hidden characters. The skill is saved all the same. */
export interface SkillWarning {
  /** What sort of file it is. */
  kind: string;
  /** What it is, in words. */
  message: string;
}

/** Arguments of take_back. */
export interface TakeBackInput {
  /** from list_changes {"mine": true}, at most 24 h old */
  requestId?: string | undefined;
}

/** Take back: the result. */
export interface TakeBackOutput {
  /** the call that was taken back */
  requestId: string;
  /** The page of the console that shows it to people. */
  url: string;
  /** What the call had changed, each with what became of it. */
  subjects: TakenBack[];
}

/** What became of something that a call had changed. */
export interface TakenBack {
  /** the item, folder or task */
  subjectId: string;
  /** unchanged: it was already as before the call */
  outcome: 'taken_back' | 'unchanged' | 'left';
  /** why it is left, or a part of it */
  reason: 'changed_since' | 'no_history' | 'name_taken' | 'protected_item' | 'not_there' | 'others_worked_on_it' | null;
  /** that have their values of before again, beside the body */
  fields: string[];
  /** The page of the console that shows it to people. */
  url: string;
}

/** A task. */
export interface Task {
  /** Identifier of the task. */
  taskId: string;
  /** The number that people call the task by. */
  taskNumber: number | null;
  /** Title. */
  title: string;
  /** State of the task. */
  status: 'todo' | 'in_progress' | 'stuck' | 'done' | 'canceled';
  /** Email address of the person who has the task, or null. */
  assignee: string | null;
  /** When the task is due, in milliseconds since the Unix epoch, or null. */
  dueAt: number | null;
  /** Notes on the task, or null. */
  notes: string | null;
  /** Whether an agent or a person created the task. */
  source: 'agent' | 'manual';
  /** Number of versions: it grows by one with each change. */
  versionCount: number;
  /** When it was created, in milliseconds since the Unix epoch. */
  createdAt: number;
  /** When it last changed, in milliseconds since the Unix epoch. */
  updatedAt: number;
  /** when it became done */
  doneAt: number | null;
  /** The page of the console that shows it to people. */
  url: string;
}

/** A text to replace, and what to put in its place. */
export interface TextEdit {
  /** The exact text to replace. */
  oldText: string;
  /** The new text; an empty one deletes oldText. */
  newText: string;
  /** every place */
  replaceAll?: boolean | undefined;
}

/** A line that contains the text, with the lines around it. */
export interface TextMatch {
  /** Line number; the first line is 1. */
  line: number;
  /** The text. */
  text: string;
  /** The lines before the match. */
  before: string[];
  /** The lines after the match. */
  after: string[];
  /** The line is not shown whole, or its context had no room. */
  clipped?: true | undefined;
}

/** Arguments of update_doc. */
export interface UpdateDocInput {
  /** from list_docs or search */
  docId: string;
  /** the full new body, up to 1 MiB */
  bodyMarkdown: string;
  /** one line: what changed and why */
  changeSummary: string;
  /** refuse if versionCount differs */
  expectedVersionCount?: number | undefined;
}

/** Replace document body: the result. */
export interface UpdateDocOutput {
  /** Always true. */
  ok: true;
  /** True if the content was already the same, so that no version was made. */
  noop: boolean;
  /** Number of versions: it grows by one with each change. */
  versionCount: number;
}

/** Arguments of update_task. */
export interface UpdateTaskInput {
  /** from list_tasks; or taskNumber */
  taskId?: string | undefined;
  /** The number that people call the task by. */
  taskNumber?: number | undefined;
  /** short, imperative */
  title?: string | undefined;
  /** up to 2,000 characters */
  notes?: string | undefined;
  /** State of the task. */
  status?: 'todo' | 'in_progress' | 'stuck' | 'done' | 'canceled' | undefined;
  /** e-mail of a person */
  assignee?: string | undefined;
  /** ms since epoch, or ISO 8601 */
  dueAt?: number | string | undefined;
  /** Fields to make null. */
  clear?: ('notes' | 'assignee' | 'dueAt')[] | undefined;
  /** refuse if versionCount differs */
  expectedVersionCount?: number | undefined;
}

/** A version of a document, file or skill. */
export interface Version {
  /** Number of the version; the first is 1. */
  version: number;
  /** One line on what changed. */
  changeSummary: string;
  /** Who made the version, in words. */
  actor: string;
  /** When the version was made, in milliseconds since the Unix epoch. */
  at: number;
  /** Size in bytes. */
  sizeBytes: number;
  /** Of a skill: the files that the version changed, the first 50. */
  changedFiles?: ChangedSkillFile[] | undefined;
  /** The page of the console that shows it to people. */
  url: string;
}

/** Arguments of whoami. */
export type WhoamiInput = Record<string, never>;

/** Arguments of write_file. */
export interface WriteFileInput {
  /** write a new version of this file */
  fileId?: string | undefined;
  /** file name; required for a new file */
  name?: string | undefined;
  /** the text; or contentBase64 */
  content?: string | undefined;
  /** the bytes, up to 25 MiB */
  contentBase64?: string | undefined;
  /** Media type. */
  mimeType?: string | undefined;
  /** where a new file goes */
  folderId?: string | undefined;
  /** up to 20 tags of up to 50 characters */
  tags?: string[] | undefined;
  /** one line: what changed and why */
  changeSummary?: string | undefined;
  /** refuse if versionCount differs */
  expectedVersionCount?: number | undefined;
}

/** Write file: the result. */
export interface WriteFileOutput {
  /** Identifier: an opaque string. */
  id: string;
  /** Name. */
  name: string;
  /** What sort of file it is. */
  kind: 'text' | 'skill' | 'image' | 'audio' | 'video' | 'pdf' | 'archive' | 'other';
  /** Media type. */
  mimeType: string;
  /** Size in bytes. */
  sizeBytes: number;
  /** Number of versions: it grows by one with each change. */
  versionCount: number;
  /** True if the call created the item, false if it wrote a new version. */
  created: boolean;
  /** True if the content was already the same, so that no version was made. */
  noop: boolean;
  /** The page of the console that shows it to people. */
  url: string;
}

/** Arguments of write_skill. */
export interface WriteSkillInput {
  /** write a new version of this skill */
  fileId?: string | undefined;
  /** without frontmatter; a-z, 0-9, hyphens */
  name?: string | undefined;
  /** without frontmatter */
  description?: string | undefined;
  /** the whole SKILL.md, if new or changed */
  content?: string | undefined;
  /** to add or replace beside it; others stay */
  files?: SkillFileToWrite[] | undefined;
  /** paths; * for all others */
  removeFiles?: string[] | undefined;
  /** where a new skill goes */
  folderId?: string | undefined;
  /** up to 20 tags of up to 50 characters */
  tags?: string[] | undefined;
  /** refuse if versionCount differs */
  expectedVersionCount?: number | undefined;
}

/** Write skill: the result. */
export interface WriteSkillOutput {
  /** Identifier: an opaque string. */
  id: string;
  /** Name. */
  name: string;
  /** What it is for. */
  description: string;
  /** Number of versions: it grows by one with each change. */
  versionCount: number;
  /** True if the call created the item, false if it wrote a new version. */
  created: boolean;
  /** True if the content was already the same, so that no version was made. */
  noop: boolean;
  /** The page of the console that shows it to people. */
  url: string;
  /** How many files the skill has, SKILL.md among them. */
  fileCount?: number | undefined;
  /** Practices that hosts of skills advise against; the skill is saved all the same. */
  warnings?: SkillWarning[] | undefined;
}

/** Arguments and results of every tool. */
export interface Tools {
  whoami: { input: WhoamiInput; output: Identity };
  search: { input: SearchInput; output: SearchOutput };
  list_docs: { input: ListDocsInput; output: ListDocsOutput };
  read_doc: { input: ReadDocInput; output: Document };
  create_doc: { input: CreateDocInput; output: CreateDocOutput };
  update_doc: { input: UpdateDocInput; output: UpdateDocOutput };
  edit_doc: { input: EditDocInput; output: EditDocOutput };
  append_doc: { input: AppendDocInput; output: AppendDocOutput };
  apply_edits: { input: ApplyEditsInput; output: ApplyEditsOutput };
  delete_doc: { input: DeleteDocInput; output: DeleteDocOutput };
  find_text: { input: FindTextInput; output: FindTextOutput };
  grep: { input: GrepInput; output: GrepOutput };
  fetch: { input: FetchInput; output: FetchOutput };
  read_lines: { input: ReadLinesInput; output: ReadLinesOutput };
  list_files: { input: ListFilesInput; output: ListFilesOutput };
  read_file: { input: ReadFileInput; output: File };
  write_file: { input: WriteFileInput; output: WriteFileOutput };
  edit_file: { input: EditFileInput; output: EditFileOutput };
  delete_file: { input: DeleteFileInput; output: DeleteFileOutput };
  list_skills: { input: ListSkillsInput; output: ListSkillsOutput };
  write_skill: { input: WriteSkillInput; output: WriteSkillOutput };
  edit_skill: { input: EditSkillInput; output: EditSkillOutput };
  read_skill_files: { input: ReadSkillFilesInput; output: ReadSkillFilesOutput };
  list_folders: { input: ListFoldersInput; output: ListFoldersOutput };
  create_folder: { input: CreateFolderInput; output: CreateFolderOutput };
  move_item: { input: MoveItemInput; output: MoveItemOutput };
  set_tags: { input: SetTagsInput; output: SetTagsOutput };
  list_versions: { input: ListVersionsInput; output: ListVersionsOutput };
  list_changes: { input: ListChangesInput; output: ListChangesOutput };
  restore_version: { input: RestoreVersionInput; output: RestoreVersionOutput };
  take_back: { input: TakeBackInput; output: TakeBackOutput };
  list_tasks: { input: ListTasksInput; output: ListedTask[] };
  create_task: { input: CreateTaskInput; output: CreateTaskOutput };
  update_task: { input: UpdateTaskInput; output: Task };
  list_members: { input: ListMembersInput; output: ListMembersOutput };
  list_connected_services: { input: ListConnectedServicesInput; output: ListConnectedServicesOutput };
  list_service_tools: { input: ListServiceToolsInput; output: ListServiceToolsOutput };
  execute_service_tool: { input: ExecuteServiceToolInput; output: ServiceToolResult };
  execute_service_read_tool: { input: ExecuteServiceReadToolInput; output: ServiceToolResult };
}

/** Every tool as a method. */
export interface ToolMethods {
  /** The organization and its house rules; the person, name, access, limits and expiry of this key; and what time it is. */
  whoami(input?: WhoamiInput, options?: CallOptions): Promise<Identity>;
  /** Search documents (title, body), files and skills (name, tags) for one phrase or all words, ignoring case; with match best, all text for a question. At most 25 results. */
  search(input: SearchInput, options?: CallOptions): Promise<SearchOutput>;
  /** List documents, newest update first, without bodies. */
  listDocs(input?: ListDocsInput, options?: CallOptions): Promise<ListDocsOutput>;
  /** Read a document with its markdown body. Above 256 KB bodyMarkdown is null: use find_text, read_lines or downloadUrl. */
  readDoc(input: ReadDocInput, options?: CallOptions): Promise<Document>;
  /** Create a markdown document. Without a folder the whole organization sees it. */
  createDoc(input: CreateDocInput, options?: CallOptions): Promise<CreateDocOutput>;
  /** Replace the whole body of a document; records a restorable version. For partial changes use edit_doc. */
  updateDoc(input: UpdateDocInput, options?: CallOptions): Promise<UpdateDocOutput>;
  /** Replace oldText, which must occur exactly once, by newText in a document. Take oldText from find_text or read_lines. */
  editDoc(input: EditDocInput, options?: CallOptions): Promise<EditDocOutput>;
  /** Add text at the very end of a document, exactly as given: begin it with a line break to start a new line. */
  appendDoc(input: AppendDocInput, options?: CallOptions): Promise<AppendDocOutput>;
  /** Make up to 50 edits, each as edit_doc does on what the ones before left, in a document, text file or skill: all or none, one version. */
  applyEdits(input: ApplyEditsInput, options?: CallOptions): Promise<ApplyEditsOutput>;
  /** Move a document to the trash, where people can restore it for 30 days. System and agent-memory documents are refused. */
  deleteDoc(input?: DeleteDocInput, options?: CallOptions): Promise<DeleteDocOutput>;
  /** Find the lines of one document, skill or text file that contain a text, ignoring case. Found text can be oldText of an edit. */
  findText(input: FindTextInput, options?: CallOptions): Promise<FindTextOutput>;
  /** Find the lines that contain a text, ignoring case, in all documents, skills and text files, newest first. A call looks through a part: go on with nextCursor until it is null, also after no matches. */
  grep(input: GrepInput, options?: CallOptions): Promise<GrepOutput>;
  /** The text of a search result, up to 256 KB. */
  fetch(input: FetchInput, options?: CallOptions): Promise<FetchOutput>;
  /** Read some lines of a document, skill or text file, exactly, with their endings and without line numbers. Any part can be oldText of an edit. */
  readLines(input?: ReadLinesInput, options?: CallOptions): Promise<ReadLinesOutput>;
  /** List files (not skills), newest update first, without contents. */
  listFiles(input?: ListFilesInput, options?: CallOptions): Promise<ListFilesOutput>;
  /** Read a file or skill (SKILL.md, or path): its fields, a temporary download address, and up to 256 KB of text: its own, or extracted from PDF, Office or mail. Also shows a PNG, JPEG, GIF or WebP up to 3.5 MB, which costs about 1,600 tokens. */
  readFile(input: ReadFileInput, options?: CallOptions): Promise<File>;
  /** Create a file (name) or write a new version of one (fileId), from content or contentBase64. Never overwrites by name. */
  writeFile(input?: WriteFileInput, options?: CallOptions): Promise<WriteFileOutput>;
  /** Replace oldText, which must occur exactly once, by newText in a text file; other files are replaced with write_file. Take oldText from find_text or read_lines. */
  editFile(input: EditFileInput, options?: CallOptions): Promise<EditFileOutput>;
  /** Move a file or skill to the trash, where people can restore it for 30 days. */
  deleteFile(input?: DeleteFileInput, options?: CallOptions): Promise<DeleteFileOutput>;
  /** List skills (reusable instructions) with their descriptions. Read one with read_file. */
  listSkills(input?: ListSkillsInput, options?: CallOptions): Promise<ListSkillsOutput>;
  /** Create a skill, or write a new version of one (fileId): its SKILL.md and the files beside it. */
  writeSkill(input?: WriteSkillInput, options?: CallOptions): Promise<WriteSkillOutput>;
  /** Replace oldText, which must occur exactly once, by newText in a skill (SKILL.md, or path); its frontmatter must stay valid. Take oldText from find_text or read_lines. */
  editSkill(input: EditSkillInput, options?: CallOptions): Promise<EditSkillOutput>;
  /** Read all files of a skill, or those at paths. */
  readSkillFiles(input: ReadSkillFilesInput, options?: CallOptions): Promise<ReadSkillFilesOutput>;
  /** List the folders this key can see, by name. */
  listFolders(input?: ListFoldersInput, options?: CallOptions): Promise<ListFoldersOutput>;
  /** Create a folder. It is private to the person behind this key (and owners and admins) until that person shares it; with parentId, those who see that folder see it. */
  createFolder(input: CreateFolderInput, options?: CallOptions): Promise<CreateFolderOutput>;
  /** Move a document, file or skill to a folder, rename it, or both. Out of folders, the whole organization sees it. */
  moveItem(input?: MoveItemInput, options?: CallOptions): Promise<MoveItemOutput>;
  /** Replace all tags of an item, without a new version. */
  setTags(input: SetTagsInput, options?: CallOptions): Promise<SetTagsOutput>;
  /** List the versions of a document, file or skill, newest first: who changed what, and when. */
  listVersions(input?: ListVersionsInput, options?: CallOptions): Promise<ListVersionsOutput>;
  /** List changes, newest first: what, from, to, by whom. Give one of itemId, folderId, taskId, mine, or since. */
  listChanges(input?: ListChangesInput, options?: CallOptions): Promise<ListChangesOutput>;
  /** Make an older version of a document, file or skill the current one. History stays: it becomes the next version. */
  restoreVersion(input: RestoreVersionInput, options?: CallOptions): Promise<RestoreVersionOutput>;
  /** Take back this key's last change, also a deletion. What others changed since stays. Again: undoes it. */
  takeBack(input?: TakeBackInput, options?: CallOptions): Promise<TakeBackOutput>;
  /** List tasks by due date, then newest first; done and canceled ones only with includeDone or status. */
  listTasks(input?: ListTasksInput, options?: CallOptions): Promise<ListedTask[]>;
  /** Create a task, assigned to the person behind this key if no other is given. */
  createTask(input: CreateTaskInput, options?: CallOptions): Promise<CreateTaskOutput>;
  /** Change fields of a task: those not given stay; clear empties fields by name. Returns the task. */
  updateTask(input?: UpdateTaskInput, options?: CallOptions): Promise<Task>;
  /** List the organization's people: whom tasks can be assigned to, by e-mail. */
  listMembers(input?: ListMembersInput, options?: CallOptions): Promise<ListMembersOutput>;
  /** External services this key can use. Then: list_service_tools. */
  listConnectedServices(input?: ListConnectedServicesInput, options?: CallOptions): Promise<ListConnectedServicesOutput>;
  /** Tools of connected services, in short. Give toolSlug for one tool's whole description and inputSchema before running it. */
  listServiceTools(input?: ListServiceToolsInput, options?: CallOptions): Promise<ListServiceToolsOutput>;
  /** Run a tool of a connected service. Tools of mode write need a key with write access. */
  executeServiceTool(input: ExecuteServiceToolInput, options?: CallOptions): Promise<ServiceToolResult>;
  /** Run a tool of mode read of a connected service; one that changes data is refused. */
  executeServiceReadTool(input: ExecuteServiceReadToolInput, options?: CallOptions): Promise<ServiceToolResult>;
}

/** What the client needs to know of each tool. */
export const toolTable = {
  whoami: { method: 'whoami', isRepeatable: false, entries: null },
  search: { method: 'search', isRepeatable: false, entries: null },
  list_docs: { method: 'listDocs', isRepeatable: false, entries: 'docs' },
  read_doc: { method: 'readDoc', isRepeatable: false, entries: null },
  create_doc: { method: 'createDoc', isRepeatable: true, entries: null },
  update_doc: { method: 'updateDoc', isRepeatable: true, entries: null },
  edit_doc: { method: 'editDoc', isRepeatable: true, entries: null },
  append_doc: { method: 'appendDoc', isRepeatable: true, entries: null },
  apply_edits: { method: 'applyEdits', isRepeatable: true, entries: null },
  delete_doc: { method: 'deleteDoc', isRepeatable: true, entries: null },
  find_text: { method: 'findText', isRepeatable: false, entries: null },
  grep: { method: 'grep', isRepeatable: false, entries: 'matches' },
  fetch: { method: 'fetch', isRepeatable: false, entries: null },
  read_lines: { method: 'readLines', isRepeatable: false, entries: null },
  list_files: { method: 'listFiles', isRepeatable: false, entries: 'files' },
  read_file: { method: 'readFile', isRepeatable: false, entries: null },
  write_file: { method: 'writeFile', isRepeatable: true, entries: null },
  edit_file: { method: 'editFile', isRepeatable: true, entries: null },
  delete_file: { method: 'deleteFile', isRepeatable: true, entries: null },
  list_skills: { method: 'listSkills', isRepeatable: false, entries: 'skills' },
  write_skill: { method: 'writeSkill', isRepeatable: true, entries: null },
  edit_skill: { method: 'editSkill', isRepeatable: true, entries: null },
  read_skill_files: { method: 'readSkillFiles', isRepeatable: false, entries: 'manifest' },
  list_folders: { method: 'listFolders', isRepeatable: false, entries: 'folders' },
  create_folder: { method: 'createFolder', isRepeatable: true, entries: null },
  move_item: { method: 'moveItem', isRepeatable: true, entries: null },
  set_tags: { method: 'setTags', isRepeatable: true, entries: null },
  list_versions: { method: 'listVersions', isRepeatable: false, entries: 'versions' },
  list_changes: { method: 'listChanges', isRepeatable: false, entries: 'changes' },
  restore_version: { method: 'restoreVersion', isRepeatable: true, entries: null },
  take_back: { method: 'takeBack', isRepeatable: true, entries: null },
  list_tasks: { method: 'listTasks', isRepeatable: false, entries: null },
  create_task: { method: 'createTask', isRepeatable: true, entries: null },
  update_task: { method: 'updateTask', isRepeatable: true, entries: null },
  list_members: { method: 'listMembers', isRepeatable: false, entries: 'members' },
  list_connected_services: { method: 'listConnectedServices', isRepeatable: false, entries: null },
  list_service_tools: { method: 'listServiceTools', isRepeatable: false, entries: 'tools' },
  execute_service_tool: { method: 'executeServiceTool', isRepeatable: true, entries: null },
  execute_service_read_tool: { method: 'executeServiceReadTool', isRepeatable: false, entries: null },
} as const;
