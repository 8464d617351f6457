// Generated from the schemas of the tools by "npx -y pnpm@12 docs:reference". Do not edit.
import type { CallOptions } from '../call-options.ts';

/** Kind of failure. Later releases may add more. */
export type ErrorCode = 'invalid_request' | 'unauthorized' | 'forbidden' | 'not_found' | 'rate_limited' | 'internal_error' | 'service_error';

/** Reasons that this release knows. A reason is more specific than a code. */
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

/** Arguments of add_comment. */
export interface AddCommentInput {
  /** a document, file or skill */
  itemId?: string | undefined;
  /** from list_tasks */
  taskId?: string | undefined;
  /** a comment instead */
  answerTo?: string | undefined;
  /** markdown, up to 4 KB */
  text: string;
  /** words of the text it is about */
  quote?: string | undefined;
}

/** Add comment: result. */
export interface AddCommentOutput {
  /** Identifier of the comment. */
  commentId: string;
  /** people and agents */
  mentions: string[];
  /** names that match nobody who sees it */
  notMentioned?: string[] | undefined;
  /** Page of the console that shows it. */
  url: string;
}

/** Arguments of append_doc. */
export interface AppendDocInput {
  /** from list_docs or search */
  docId: string;
  /** text to add */
  text: string;
  /** refuse if versionCount differs */
  expectedVersionCount?: number | undefined;
}

/** Append to document: result. */
export interface AppendDocOutput {
  /** Number of versions; increases by one with each change. */
  versionCount: number;
}

/** Arguments of apply_edits. */
export interface ApplyEditsInput {
  /** or fileId */
  docId?: string | undefined;
  /** a file or skill */
  fileId?: string | undefined;
  /** Edits, in order: each applies to the result of the earlier ones. */
  edits: TextEdit[];
  /** refuse if versionCount differs */
  expectedVersionCount?: number | undefined;
}

/** Apply several edits: result. */
export interface ApplyEditsOutput {
  /** Number of versions; increases by one with each change. */
  versionCount: number;
}

/** People who see an item. */
export interface Audience {
  /** Visibility level. */
  visibility: 'private' | 'shared' | 'organization';
  /** e-mail addresses, at most 20; owners and admins see everything */
  people: string[];
  /** Number of people who can see it. */
  peopleCount: number;
}

/** Author of a change. */
export interface Author {
  /** Identifier of the person, or null. */
  personId: string | null;
  /** Agent that made the change, or null. */
  agentId: string | null;
  /** Name. */
  name: string | null;
  /** Entrance of the change, such as `http` or `mcp`. */
  entrance: string | null;
}

/** A change of a document, file, skill, folder or task. */
export interface Change {
  /** item, folder or task */
  subjectId: string;
  /** edited: its body */
  what: 'created' | 'changed' | 'deleted' | 'restored' | 'renamed' | 'moved' | 'tagged' | 'marked' | 'edited' | 'commented' | 'reviewed';
  /** resulting version */
  version: number | null;
  /** One-line summary of the change. */
  changeSummary: string | null;
  /** changed fields except the body */
  fields: ChangedField[];
  /** Author of the change. */
  by: Author;
  /** Request ID of the call that made the change, or null. */
  requestId: string | null;
  /** Time of the change, in milliseconds since the Unix epoch. */
  at: number;
  /** Page of the console that shows it. */
  url: string;
  /** Identifier of the comment. */
  commentId?: string | undefined;
  /** Decision about changes of agents, if the row is one. */
  review?: ReviewDecision | undefined;
}

/** A field before and after a change. */
export interface ChangedField {
  /** Name of the field that changed. */
  field: string;
  /** grantee of "share" */
  sharedWith?: 'organization' | { id: string; name?: string | undefined; email?: string | undefined; } | undefined;
  /** first 1,000 characters of a long text */
  before: string | number | boolean | string[] | { id: string; name?: string | undefined; email?: string | undefined; } | null;
  /** Value after the change; only the first 1,000 characters of a long text. */
  after: string | number | boolean | string[] | { id: string; name?: string | undefined; email?: string | undefined; } | null;
}

/** A file of a skill that differs between two versions. */
export interface ChangedSkillFile {
  /** Path of a file in the skill; default: SKILL.md. */
  path: string;
  /** Type of change. */
  change: 'added' | 'changed' | 'removed';
}

/** A comment on a document, file, skill or task. */
export interface Comment {
  /** Identifier of the comment. */
  commentId: string;
  /** the item or task */
  subjectId: string;
  /** the comment that it answers */
  answerTo: string | null;
  /** Text. */
  text: string;
  /** the words that it is about; null: the whole */
  quote: string | null;
  /** line of the quoted words now; null: they are gone, or with mine */
  line: number | null;
  /** people and agents */
  mentions: string[];
  /** Author of the change. */
  by: Author;
  /** Creation time, in milliseconds since the Unix epoch. */
  createdAt: number;
  /** Time of the last edit, in milliseconds since the Unix epoch, or null. */
  editedAt: number | null;
  /** Time when it was resolved, in milliseconds since the Unix epoch, or null. */
  resolvedAt: number | null;
  /** Page of the console that shows it. */
  url: string;
}

/** A connection to an external service. */
export interface Connection {
  /** Identifier of the connection. */
  connectionId: string;
  /** Slug of the service. */
  service: string;
  /** Name. */
  name: string;
  /** Label of the connection, or null. */
  label: string | null;
  /** Visibility level. */
  visibility: 'private' | 'organization';
  /** if present, only people in these groups can use it, and owners and admins */
  sharedWith?: { groupId: string; name: string; }[] | undefined;
  /** Number of tools of the connection. */
  toolsCount: number;
  /** Status of the connection. */
  status: 'active' | 'paused' | 'needs_attention' | 'unreachable' | 'held';
  /** Time of the last change, in milliseconds since the Unix epoch. */
  updatedAt: number;
  /** Page of the console that shows it. */
  url: string;
}

/** Part of the result. */
export interface ContentItem {
  /** Type of content, such as `text`. */
  type: string;
  /** Text. */
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

/** Create document: result. */
export interface CreateDocOutput {
  /** Identifier of the document. */
  docId: string;
  /** Number of versions; increases by one with each change. */
  versionCount: number;
  /** Page of the console that shows it. */
  url: string;
}

/** Arguments of create_folder. */
export interface CreateFolderInput {
  /** folder name */
  name: string;
  /** parent folder */
  parentId?: string | undefined;
}

/** Create folder: result. */
export interface CreateFolderOutput {
  /** Identifier: an opaque string. */
  id: string;
  /** Name. */
  name: string;
  /** Page of the console that shows it. */
  url: string;
  /** Identifier of the folder that it is in, or null. */
  parentId: string | null;
  /** people who see it */
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
  /** email of a person */
  assignee?: string | undefined;
  /** ms since epoch, or ISO 8601 */
  dueAt?: number | string | undefined;
}

/** Create task: result. */
export interface CreateTaskOutput {
  /** Identifier of the task. */
  taskId: string;
  /** Number of the task for people. */
  taskNumber: number | null;
  /** Page of the console that shows it. */
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

/** Delete document: result. */
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

/** Delete file or skill: result. */
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
  /** Markdown body; null above 256 KB, or if it was not requested. */
  bodyMarkdown: string | null;
  /** Number of lines in the text. */
  totalLines: number;
  /** Size in bytes. */
  sizeBytes: number;
  /** Number of versions; increases by one with each change. */
  versionCount: number;
  /** True if agents can read it, but cannot change or delete it. */
  isAgentMemory: boolean;
  /** True for a starter document, which cannot be deleted. */
  isSystem: boolean;
  /** only if bodyMarkdown is null */
  downloadUrl: string | null;
  /** Identifier of the folder, or null. */
  folderId: string | null;
  /** Name of the folder. */
  folderName?: string | undefined;
  /** Creation time, in milliseconds since the Unix epoch. */
  createdAt: number;
  /** Time of the last change, in milliseconds since the Unix epoch. */
  updatedAt: number;
  /** Page of the console that shows it. */
  url: string;
  /** True if a person saved or confirmed the newest version. */
  reviewed?: boolean | undefined;
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

/** Edit document: result. */
export interface EditDocOutput {
  /** Number of versions; increases by one with each change. */
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

/** Edit text file: result. */
export interface EditFileOutput {
  /** Number of versions; increases by one with each change. */
  versionCount: number;
}

/** Arguments of edit_skill. */
export interface EditSkillInput {
  /** from list_skills or search */
  fileId: string;
  /** Path of a file in the skill; default: SKILL.md. */
  path?: string | undefined;
  /** the exact text to replace */
  oldText: string;
  /** the new text; "" deletes oldText */
  newText: string;
  /** refuse if versionCount differs */
  expectedVersionCount?: number | undefined;
}

/** Edit skill: result. */
export interface EditSkillOutput {
  /** Number of versions; increases by one with each change. */
  versionCount: number;
}

/** Arguments of execute_service_read_tool. */
export interface ExecuteServiceReadToolInput {
  /** <service>__<tool>, from list_service_tools */
  toolSlug: string;
  /** default: the service's newest */
  connectionId?: string | undefined;
  /** see the tool's inputSchema */
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
  /** see the tool's inputSchema */
  arguments?: Record<string, unknown> | undefined;
}

/** Arguments of fetch. */
export interface FetchInput {
  /** from search */
  id: string;
}

/** Fetch: result. */
export interface FetchOutput {
  /** Identifier: an opaque string. */
  id: string;
  /** Title. */
  title: string;
  /** Text. */
  text: string;
  /** Page of the console that shows it. */
  url: string;
  /** Type, version and update time of the item, and how to read the rest. */
  metadata: { type: 'doc' | 'file' | 'skill'; versionCount: number; updatedAt: number; note?: string | undefined; };
}

/** A file or skill, with its text if it is small. */
export interface File {
  /** Identifier: an opaque string. */
  id: string;
  /** Name. */
  name: string;
  /** Kind of file. */
  kind: 'text' | 'skill' | 'image' | 'audio' | 'video' | 'pdf' | 'archive' | 'other';
  /** Media type. */
  mimeType: string;
  /** Size in bytes. */
  sizeBytes: number;
  /** Number of versions; increases by one with each change. */
  versionCount: number;
  /** Tags. */
  tags: string[];
  /** Identifier of the folder, or null. */
  folderId: string | null;
  /** Name of the folder. */
  folderName?: string | undefined;
  /** Time of the last change, in milliseconds since the Unix epoch. */
  updatedAt: number;
  /** Page of the console that shows it. */
  url: string;
  /** Temporary download URL that needs no key. */
  downloadUrl: string | null;
  /** Text of a text file up to 256 KB; otherwise null. */
  content: string | null;
  /** Text. */
  text?: string | null | undefined;
  /** Source format of `text`, such as `pdf`. */
  textFrom?: 'pdf' | 'docx' | 'xlsx' | 'pptx' | 'odt' | 'eml' | undefined;
  /** State of the text: `pending`, `ready`, `none` (the file has none) or `failed`. */
  textState?: 'pending' | 'ready' | 'none' | 'failed' | undefined;
  /** Reason why the file has no text. */
  textReason?: string | undefined;
  /** Path of a file in the skill; default: SKILL.md. */
  path?: string | undefined;
  /** Files on this page. */
  files?: ListedSkillFile[] | undefined;
  /** True if a person saved or confirmed the newest version. */
  reviewed?: boolean | undefined;
  /** Last version that a person saved or confirmed, or null. */
  reviewedVersion?: number | null | undefined;
}

/** Arguments of find_text. */
export interface FindTextInput {
  /** text to find, one line */
  query: string;
  /** or fileId */
  docId?: string | undefined;
  /** a file or skill */
  fileId?: string | undefined;
  /** Path of a file in the skill; default: SKILL.md. */
  path?: string | undefined;
  /** lines before and after */
  contextLines?: number | undefined;
  /** max matches */
  limit?: number | undefined;
}

/** Find text: result. */
export interface FindTextOutput {
  /** Number of lines in the text. */
  totalLines: number;
  /** Number of matching lines. */
  totalMatches: number;
  /** Matching lines. */
  matches: TextMatch[];
  /** page of the item */
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
  /** Visibility level. */
  visibility: 'private' | 'shared' | 'organization';
  /** Number of items of the folder that the key can see. */
  itemCount: number;
  /** True if the folder belongs to the person of this key. */
  isOwner: boolean;
  /** True if the key and its person can change the contents of the folder. */
  canWrite: boolean;
  /** Page of the console that shows it. */
  url: string;
}

/** Arguments of grep. */
export interface GrepInput {
  /** text to find, one line */
  query: string;
  /** only in this folder */
  folderId?: string | undefined;
  /** all below it too */
  deep?: boolean | undefined;
  /** Type of the item. */
  type?: 'doc' | 'file' | 'skill' | undefined;
  /** maximum matches */
  limit?: number | undefined;
  /** previous nextCursor */
  cursor?: string | undefined;
}

/** Find lines everywhere: result. */
export interface GrepOutput {
  /** Matching lines. */
  matches: ItemLine[];
  /** Give it as `cursor` for the next page; null on the last page. */
  nextCursor: string | null;
  /** Number of items that this call searched. */
  scanned: number;
}

/** The key of the call: its organization, person and limits. */
export interface Identity {
  /** Identifier of the organization. */
  orgId: string;
  /** Name of the organization. */
  orgName: string | null;
  /** House rules: text for every agent of the organization, or null. */
  houseRules: string | null;
  /** Name of the key. */
  keyName: string | null;
  /** First characters of the key. */
  keyPrefix: string | null;
  /** Access level of the key; `write` includes `read`. */
  accessLevel: 'read' | 'write';
  /** True if all agents of the organization are read-only, whatever the access of their keys. */
  agentsReadOnly: boolean;
  /** OAuth scopes of the key. */
  scopes: string[];
  /** Expiry of the key, in milliseconds since the Unix epoch; null if never. */
  expiresAt: number | null;
  /** Person for whom the key acts, or null. */
  person: { name: string; email: string; } | null;
  /** all that the key can use; null: no limit */
  limits: KeyLimits;
  /** groups of the person; absent if they are in none */
  groups?: ({ groupId: string; name: string; endsAt: number | null; })[] | undefined;
  /** ISO 8601, UTC */
  now: string;
}

/** A line that contains the text, and its item. */
export interface ItemLine {
  /** Type of the item. */
  type: 'doc' | 'file' | 'skill';
  /** Identifier: an opaque string. */
  id: string;
  /** Title. */
  title: string;
  /** file of the skill, not SKILL.md */
  path?: string | undefined;
  /** Line number; the first line is 1. */
  line: number;
  /** Text. */
  text: string;
  /** True if the line or its context is not complete. */
  clipped?: true | undefined;
  /** Page of the console that shows it. */
  url: string;
}

/** Limits of a key. */
export interface KeyLimits {
  /** Names of the only tools that the key can call; null: no limit. */
  tools: string[] | null;
  /** Identifiers of the only connections that the key can use; null: no limit. */
  connections: string[] | null;
  /** Only folders that the key can see, with its access there; null: no limit. */
  folders: ({ folderId: string; access: 'read' | 'write'; })[] | null;
}

/** Part of a service that is not a tool. */
export interface LeftOutOperation {
  /** Operation of the service that is not a tool. */
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
  /** changes by this key */
  mine?: boolean | undefined;
  /** ms; all you see, or in folderId */
  since?: number | undefined;
  /** with since */
  by?: 'people' | 'agents' | 'others' | undefined;
  /** all below it too */
  deep?: boolean | undefined;
  /** Other rows to return too: comments, or decisions about changes of agents. */
  include?: ('comments' | 'reviews')[] | undefined;
  /** maximum changes */
  limit?: number | undefined;
  /** previous nextCursor */
  cursor?: string | undefined;
}

/** List changes: result. */
export interface ListChangesOutput {
  /** Changes on this page. */
  changes: Change[];
  /** Give it as `cursor` for the next page; null on the last page. */
  nextCursor: string | null;
  /** on the last page: next since */
  nextSince?: number | undefined;
}

/** Arguments of list_comments. */
export interface ListCommentsInput {
  /** a document, file or skill */
  itemId?: string | undefined;
  /** from list_tasks */
  taskId?: string | undefined;
  /** yours, to you, or on what you changed last */
  mine?: boolean | undefined;
  /** false: all */
  open?: boolean | undefined;
  /** maximum comments */
  limit?: number | undefined;
  /** previous nextCursor */
  cursor?: string | undefined;
}

/** List comments: result. */
export interface ListCommentsOutput {
  /** Comments on this page. */
  comments: Comment[];
  /** Give it as `cursor` for the next page; null on the last page. */
  nextCursor: string | null;
}

/** Arguments of list_connected_services. */
export type ListConnectedServicesInput = Record<string, never>;

/** List connected services: result. */
export interface ListConnectedServicesOutput {
  /** Slugs of the connected services. */
  connected: string[];
  /** Connections that the key can use. */
  connections: Connection[];
}

/** Arguments of list_docs. */
export interface ListDocsInput {
  /** only documents in this folder */
  folderId?: string | undefined;
  /** all below it too */
  deep?: boolean | undefined;
  /** created: stable during edits */
  order?: 'changed' | 'created' | undefined;
  /** ms, or nextUpdatedSince */
  updatedSince?: number | undefined;
  /** maximum documents */
  limit?: number | undefined;
  /** previous nextCursor */
  cursor?: string | undefined;
}

/** List documents: result. */
export interface ListDocsOutput {
  /** Documents on this page. */
  docs: ListedDocument[];
  /** Give it as `cursor` for the next page; null on the last page. */
  nextCursor: string | null;
  /** Give it as `updatedSince` next time to get only later changes. */
  nextUpdatedSince?: number | undefined;
  /** deleted since updatedSince */
  gone?: string[] | undefined;
}

/** Arguments of list_files. */
export interface ListFilesInput {
  /** only files in this folder */
  folderId?: string | undefined;
  /** all below it too */
  deep?: boolean | undefined;
  /** Kind of file. */
  kind?: 'text' | 'image' | 'audio' | 'video' | 'pdf' | 'archive' | 'other' | undefined;
  /** created: stable during edits */
  order?: 'changed' | 'created' | undefined;
  /** ms, or nextUpdatedSince */
  updatedSince?: number | undefined;
  /** maximum files */
  limit?: number | undefined;
  /** previous nextCursor */
  cursor?: string | undefined;
}

/** List files: result. */
export interface ListFilesOutput {
  /** Files on this page. */
  files: ListedFile[];
  /** Give it as `cursor` for the next page; null on the last page. */
  nextCursor: string | null;
  /** Give it as `updatedSince` next time to get only later changes. */
  nextUpdatedSince?: number | undefined;
  /** deleted since updatedSince */
  gone?: string[] | undefined;
}

/** Arguments of list_folders. */
export interface ListFoldersInput {
  /** maximum folders */
  limit?: number | undefined;
  /** previous nextCursor */
  cursor?: string | undefined;
}

/** List folders: result. */
export interface ListFoldersOutput {
  /** Folders on this page. */
  folders: Folder[];
  /** Give it as `cursor` for the next page; null on the last page. */
  nextCursor: string | null;
}

/** Arguments of list_members. */
export interface ListMembersInput {
  /** maximum people */
  limit?: number | undefined;
  /** previous nextCursor */
  cursor?: string | undefined;
}

/** List members: result. */
export interface ListMembersOutput {
  /** People on this page. */
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
  /** default: each service's newest */
  connectionId?: string | undefined;
  /** question, or words in name, title or description; best first */
  query?: string | undefined;
  /** Mode of the tool: `read`, or `write` if it changes data at its service. */
  mode?: 'read' | 'write' | undefined;
  /** Include the schemas of every tool. */
  includeSchemas?: boolean | undefined;
  /** maximum tools */
  limit?: number | undefined;
  /** previous nextCursor */
  cursor?: string | undefined;
}

/** List service tools: result. */
export interface ListServiceToolsOutput {
  /** Tools on this page. */
  tools: ServiceTool[];
  /** Give it as `cursor` for the next page; null on the last page. */
  nextCursor: string | null;
  /** parts of the service that are not tools */
  leftOut?: LeftOutOperation[] | undefined;
}

/** Arguments of list_skills. */
export interface ListSkillsInput {
  /** only skills in this folder */
  folderId?: string | undefined;
  /** all below it too */
  deep?: boolean | undefined;
  /** Include the list of files of each skill, or also their contents; at most 50 skills. */
  includeFiles?: 'paths' | 'contents' | undefined;
  /** created: stable during edits */
  order?: 'changed' | 'created' | undefined;
  /** ms, or nextUpdatedSince */
  updatedSince?: number | undefined;
  /** maximum skills */
  limit?: number | undefined;
  /** previous nextCursor */
  cursor?: string | undefined;
}

/** List skills: result. */
export interface ListSkillsOutput {
  /** Skills on this page. */
  skills: Skill[];
  /** Give it as `cursor` for the next page; null on the last page. */
  nextCursor: string | null;
  /** Give it as `updatedSince` next time to get only later changes. */
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
  /** taskId of the last task of a page */
  startingAfter?: string | undefined;
  /** created: stable during edits */
  order?: 'due' | 'created' | undefined;
  /** ms, or nextUpdatedSince */
  updatedSince?: number | undefined;
  /** maximum tasks */
  limit?: number | undefined;
}

/** Arguments of list_versions. */
export interface ListVersionsInput {
  /** or fileId */
  docId?: string | undefined;
  /** a file or skill */
  fileId?: string | undefined;
  /** maximum versions */
  limit?: number | undefined;
  /** previous nextCursor */
  cursor?: string | undefined;
}

/** List versions: result. */
export interface ListVersionsOutput {
  /** Versions on this page. */
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
  /** True if agents can read it, but cannot change or delete it. */
  isAgentMemory: boolean;
  /** True for a starter document, which cannot be deleted. */
  isSystem: boolean;
  /** Number of versions; increases by one with each change. */
  versionCount: number;
  /** Size in bytes. */
  sizeBytes: number;
  /** Identifier of the folder, or null. */
  folderId: string | null;
  /** Name of the folder. */
  folderName?: string | undefined;
  /** Time of the last change, in milliseconds since the Unix epoch. */
  updatedAt: number;
  /** SHA-256 of the stored bytes, in hexadecimal */
  hash: string;
  /** author of the last change */
  by: Author;
  /** One-line summary of the last change. */
  lastChange: string;
  /** Page of the console that shows it. */
  url: string;
}

/** A file in a list, without its content. */
export interface ListedFile {
  /** Identifier: an opaque string. */
  id: string;
  /** Name. */
  name: string;
  /** Kind of file. */
  kind: 'text' | 'skill' | 'image' | 'audio' | 'video' | 'pdf' | 'archive' | 'other';
  /** Media type. */
  mimeType: string;
  /** Size in bytes. */
  sizeBytes: number;
  /** Number of versions; increases by one with each change. */
  versionCount: number;
  /** Tags. */
  tags: string[];
  /** Identifier of the folder, or null. */
  folderId: string | null;
  /** Name of the folder. */
  folderName?: string | undefined;
  /** Time of the last change, in milliseconds since the Unix epoch. */
  updatedAt: number;
  /** Page of the console that shows it. */
  url: string;
  /** SHA-256 of the stored bytes, in hexadecimal */
  hash: string;
  /** author of the last change */
  by: Author;
}

/** A file of a skill, without its bytes. */
export interface ListedSkillFile {
  /** Path of a file in the skill; default: SKILL.md. */
  path: string;
  /** Size in bytes. */
  sizeBytes: number;
  /** True if the file is executable. */
  executable: boolean;
}

/** A task in a list. */
export interface ListedTask {
  /** Identifier of the task. */
  taskId: string;
  /** Number of the task for people. */
  taskNumber: number | null;
  /** Title. */
  title: string;
  /** State of the task. */
  status: 'todo' | 'in_progress' | 'stuck' | 'done' | 'canceled';
  /** Email address of the assignee, or null. */
  assignee: string | null;
  /** Due date of the task, in milliseconds since the Unix epoch, or null. */
  dueAt: number | null;
  /** Notes on the task, or null. */
  notes: string | null;
  /** Origin of the task: an agent or a person. */
  source: 'agent' | 'manual';
  /** Number of versions; increases by one with each change. */
  versionCount: number;
  /** Creation time, in milliseconds since the Unix epoch. */
  createdAt: number;
  /** Time of the last change, in milliseconds since the Unix epoch. */
  updatedAt: number;
  /** time of completion */
  doneAt: number | null;
  /** Page of the console that shows it. */
  url: string;
  /** Give it as `updatedSince` next time to get only later changes. */
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
  /** Page of the console that shows it. */
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

/** Move or rename: result. */
export interface MoveItemOutput {
  /** Always true. */
  ok: true;
  /** people who see it now, if they changed */
  seenBy?: Audience | undefined;
}

/** Arguments of read_doc. */
export interface ReadDocInput {
  /** from list_docs or search */
  docId: string;
  /** agent name for the log */
  agentName?: string | undefined;
  /** Number of the version; the first is 1. */
  version?: number | 'reviewed' | undefined;
  /** false returns only the fields */
  includeBody?: boolean | undefined;
}

/** Arguments of read_file. */
export interface ReadFileInput {
  /** from list_files, list_skills or search */
  fileId: string;
  /** Path of a file in the skill; default: SKILL.md. */
  path?: string | undefined;
  /** Number of the version; the first is 1. */
  version?: 'reviewed' | undefined;
  /** false: no picture */
  includeImage?: boolean | undefined;
  /** agent name for the log */
  agentName?: string | undefined;
}

/** Arguments of read_lines. */
export interface ReadLinesInput {
  /** or fileId */
  docId?: string | undefined;
  /** a file or skill */
  fileId?: string | undefined;
  /** Path of a file in the skill; default: SKILL.md. */
  path?: string | undefined;
  /** from 1; negative counts from the end */
  startLine?: number | undefined;
  /** nextOffset of the last answer */
  startOffset?: number | undefined;
  /** max lines */
  limit?: number | undefined;
  /** Number of the version; the first is 1. */
  version?: number | 'reviewed' | undefined;
}

/** Read lines: result. */
export interface ReadLinesOutput {
  /** First line of the answer. */
  startLine: number;
  /** Last line of the answer. */
  endLine: number;
  /** Number of lines in the text. */
  totalLines: number;
  /** Text. */
  text: string;
  /** Number of versions; increases by one with each change. */
  versionCount: number;
  /** True if the text continues after this answer. */
  truncated: boolean;
  /** next startLine */
  nextLine?: number | undefined;
  /** Give it as `startOffset` to continue within a long line. */
  nextOffset?: number | undefined;
  /** True if a person saved or confirmed the newest version. */
  reviewed?: boolean | undefined;
  /** line count if startLine is past the end */
  note?: string | undefined;
}

/** Arguments of read_skill_files. */
export interface ReadSkillFilesInput {
  /** from list_skills */
  fileId: string;
  /** []: list */
  paths?: string[] | undefined;
  /** older version */
  version?: number | undefined;
  /** previous nextCursor */
  cursor?: string | undefined;
}

/** Read skill files: result. */
export interface ReadSkillFilesOutput {
  /** Identifier: an opaque string. */
  id: string;
  /** Name. */
  name: string;
  /** Number of the version; the first is 1. */
  version: number;
  /** Number of versions; increases by one with each change. */
  versionCount: number;
  /** True if a person saved or confirmed the newest version. */
  reviewed: boolean;
  /** Last version that a person saved or confirmed, or null. */
  reviewedVersion: number | null;
  /** Number of files of the skill, including SKILL.md. */
  fileCount: number;
  /** skill://… over MCP */
  address?: string | undefined;
  /** of SKILL.md, as JSON */
  frontmatter?: Record<string, unknown> | undefined;
  /** all its files */
  manifest?: { path: string; sizeBytes: number; sha256: string; executable: boolean; }[] | undefined;
  /** Name of the folder. */
  folderName?: string | null | undefined;
  /** Purpose. */
  description?: string | undefined;
  /** Files on this page. */
  files: SkillFile[];
  /** Give it as `cursor` for the next page; null on the last page. */
  nextCursor: string | null;
}

/** Arguments of resolve_comment. */
export interface ResolveCommentInput {
  /** from list_comments */
  commentId: string;
  /** False reopens the comment. */
  resolved?: boolean | undefined;
}

/** Resolve comment: result. */
export interface ResolveCommentOutput {
  /** Always true. */
  ok: true;
}

/** Arguments of restore_version. */
export interface RestoreVersionInput {
  /** or fileId */
  docId?: string | undefined;
  /** a file or skill */
  fileId?: string | undefined;
  /** from list_versions */
  version: number;
  /** Path of a file in the skill; default: SKILL.md. */
  path?: string | undefined;
  /** refuse if versionCount differs */
  expectedVersionCount?: number | undefined;
}

/** Restore version: result. */
export interface RestoreVersionOutput {
  /** Number of versions; increases by one with each change. */
  versionCount: number;
}

/** A person's decision about changes of agents. */
export interface ReviewDecision {
  /** By a review, by saving over the changes, or by switching the review off. */
  how: 'review' | 'save' | 'switched_off';
  /** changes; null: all, because the review was switched off */
  accepted: number | null;
  /** Number of declined changes. */
  declined: number;
  /** version that was decided about */
  version: number;
}

/** Arguments of search. */
export interface SearchInput {
  /** literal, except for best */
  query: string;
  /** default: phrase; words: all, in any order; best: a question in plain words */
  match?: 'phrase' | 'words' | 'best' | undefined;
  /** Type of the item. */
  type?: 'doc' | 'file' | 'skill' | 'task' | undefined;
  /** only in this folder */
  folderId?: string | undefined;
  /** all below it too */
  deep?: boolean | undefined;
}

/** Search: result. */
export interface SearchOutput {
  /** Results, at most 25. */
  results: SearchResult[];
  /** best answers if the phrase was not found */
  related?: SearchResult[] | undefined;
  /** advice if nothing was found */
  note?: string | undefined;
}

/** A matching item. */
export interface SearchResult {
  /** Type of the item. */
  type: 'doc' | 'file' | 'skill' | 'task';
  /** Identifier: an opaque string. */
  id: string;
  /** Title. */
  title: string;
  /** Identifier of the folder, or null. */
  folderId?: string | null | undefined;
  /** Names of its folders from the top, such as `Plans / 2026`. */
  folderPath?: string | undefined;
  /** Excerpt of the text around the match. */
  snippet?: string | undefined;
  /** Line number; the first line is 1. */
  line?: number | undefined;
  /** Path of a file in the skill; default: SKILL.md. */
  path?: string | undefined;
  /** Number of words of the question in the item, such as `2 of 3`. */
  words?: string | undefined;
  /** Page of the console that shows it. */
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
  /** Purpose. */
  description: string;
  /** Mode of the tool: `read`, or `write` if it changes data at its service. */
  mode: 'read' | 'write';
  /** True if the tool cannot run until a person approves it. */
  held?: true | undefined;
  /** JSON Schema of the tool's arguments. */
  inputSchema?: Record<string, unknown> | undefined;
  /** JSON Schema of the tool's result. */
  outputSchema?: Record<string, unknown> | undefined;
  /** Hints about the tool from its service. */
  annotations?: Record<string, unknown> | undefined;
  /** instructions of the MCP server */
  instructions?: string | undefined;
  /** only with toolSlug */
  url?: string | undefined;
}

/** Result of a tool of a connected service. */
export interface ServiceToolResult {
  /** Content items of the result. */
  content?: ContentItem[] | undefined;
  /** Result of the tool as an object, as defined by its service. */
  structuredContent?: Record<string, unknown> | undefined;
  /** response headers of an HTTP API: location, link, etag etc. */
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

/** Set tags: result. */
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
  /** Purpose. */
  description: string;
  /** Tags. */
  tags: string[];
  /** Number of versions; increases by one with each change. */
  versionCount: number;
  /** True if a person saved or confirmed the newest version. */
  reviewed: boolean;
  /** Last version that a person saved or confirmed, or null. */
  reviewedVersion: number | null;
  /** hash of the files except SKILL.md; null: no such files */
  filesHash: string | null;
  /** Identifier of the folder, or null. */
  folderId: string | null;
  /** Name of the folder. */
  folderName?: string | undefined;
  /** Time of the last change, in milliseconds since the Unix epoch. */
  updatedAt: number;
  /** SHA-256 of the stored bytes, in hexadecimal */
  hash: string;
  /** author of the last change */
  by: Author;
  /** skill://… over MCP */
  address?: string | undefined;
  /** of SKILL.md, as JSON */
  frontmatter?: Record<string, unknown> | undefined;
  /** all its files */
  manifest?: { path: string; sizeBytes: number; sha256: string; executable: boolean; }[] | undefined;
  /** omitted if the answer is full */
  files?: SkillFile[] | undefined;
  /** Page of the console that shows it. */
  url: string;
}

/** A file of a skill: content if it is text, otherwise contentBase64 and a temporary download URL. */
export interface SkillFile {
  /** Path of a file in the skill; default: SKILL.md. */
  path: string;
  /** Media type. */
  mimeType: string;
  /** Size in bytes. */
  sizeBytes: number;
  /** SHA-256 of the bytes, in hexadecimal. */
  sha256: string;
  /** True if the file is executable. */
  executable: boolean;
  /** Text of a text file up to 256 KB; otherwise null. */
  content?: string | undefined;
  /** Bytes in base64. */
  contentBase64?: string | undefined;
  /** Offset of this part, in bytes, if a file is returned in parts. */
  offset?: number | undefined;
  /** Temporary download URL that needs no key. */
  downloadUrl?: string | undefined;
}

/** A file of a skill: its text, or its bytes. */
export interface SkillFileToWrite {
  /** Path of a file in the skill; default: SKILL.md. */
  path: string;
  /** Text of a text file up to 256 KB; otherwise null. */
  content?: string | undefined;
  /** Bytes in base64. */
  contentBase64?: string | undefined;
  /** True if the file is executable. */
  executable?: boolean | undefined;
}

/** Practices that hosts of skills advise against, and hidden characters. The skill is saved anyway. */
export interface SkillWarning {
  /** Kind of file. */
  kind: string;
  /** Message text. */
  message: string;
}

/** Arguments of take_back. */
export interface TakeBackInput {
  /** from list_changes {"mine": true}, at most 24 h old */
  requestId?: string | undefined;
}

/** Take back: result. */
export interface TakeBackOutput {
  /** call that was undone */
  requestId: string;
  /** Page of the console that shows it. */
  url: string;
  /** Items, folders and tasks that the call had changed, each with its result. */
  subjects: TakenBack[];
}

/** Result for a subject of the undone call. */
export interface TakenBack {
  /** item, folder or task */
  subjectId: string;
  /** unchanged: was already as before the call */
  outcome: 'taken_back' | 'unchanged' | 'left';
  /** why all or part of it is left */
  reason: 'changed_since' | 'no_history' | 'name_taken' | 'protected_item' | 'not_there' | 'others_worked_on_it' | null;
  /** restored fields except the body */
  fields: string[];
  /** Page of the console that shows it. */
  url: string;
}

/** A task. */
export interface Task {
  /** Identifier of the task. */
  taskId: string;
  /** Number of the task for people. */
  taskNumber: number | null;
  /** Title. */
  title: string;
  /** State of the task. */
  status: 'todo' | 'in_progress' | 'stuck' | 'done' | 'canceled';
  /** Email address of the assignee, or null. */
  assignee: string | null;
  /** Due date of the task, in milliseconds since the Unix epoch, or null. */
  dueAt: number | null;
  /** Notes on the task, or null. */
  notes: string | null;
  /** Origin of the task: an agent or a person. */
  source: 'agent' | 'manual';
  /** Number of versions; increases by one with each change. */
  versionCount: number;
  /** Creation time, in milliseconds since the Unix epoch. */
  createdAt: number;
  /** Time of the last change, in milliseconds since the Unix epoch. */
  updatedAt: number;
  /** time of completion */
  doneAt: number | null;
  /** Page of the console that shows it. */
  url: string;
}

/** A text to replace, and its replacement. */
export interface TextEdit {
  /** Exact text to replace. */
  oldText: string;
  /** New text; an empty text deletes oldText. */
  newText: string;
  /** all matches */
  replaceAll?: boolean | undefined;
}

/** A line that contains the text, with the lines around it. */
export interface TextMatch {
  /** Line number; the first line is 1. */
  line: number;
  /** Text. */
  text: string;
  /** Lines before the match. */
  before: string[];
  /** Lines after the match. */
  after: string[];
  /** True if the line or its context is not complete. */
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

/** Replace document body: result. */
export interface UpdateDocOutput {
  /** Always true. */
  ok: true;
  /** True if the content was already the same and no version was created. */
  noop: boolean;
  /** Number of versions; increases by one with each change. */
  versionCount: number;
}

/** Arguments of update_task. */
export interface UpdateTaskInput {
  /** from list_tasks; or taskNumber */
  taskId?: string | undefined;
  /** Number of the task for people. */
  taskNumber?: number | undefined;
  /** short, imperative */
  title?: string | undefined;
  /** up to 2,000 characters */
  notes?: string | undefined;
  /** State of the task. */
  status?: 'todo' | 'in_progress' | 'stuck' | 'done' | 'canceled' | undefined;
  /** email of a person */
  assignee?: string | undefined;
  /** ms since epoch, or ISO 8601 */
  dueAt?: number | string | undefined;
  /** Fields to set to null. */
  clear?: ('notes' | 'assignee' | 'dueAt')[] | undefined;
  /** refuse if versionCount differs */
  expectedVersionCount?: number | undefined;
}

/** A version of a document, file or skill. */
export interface Version {
  /** Number of the version; the first is 1. */
  version: number;
  /** One-line summary of the change. */
  changeSummary: string;
  /** Author of the version, in words. */
  actor: string;
  /** Creation time of the version, in milliseconds since the Unix epoch. */
  at: number;
  /** Size in bytes. */
  sizeBytes: number;
  /** First 50 files of a skill that the version changed. */
  changedFiles?: ChangedSkillFile[] | undefined;
  /** Page of the console that shows it. */
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
  /** text, or contentBase64 */
  content?: string | undefined;
  /** bytes, up to 25 MiB */
  contentBase64?: string | undefined;
  /** Media type. */
  mimeType?: string | undefined;
  /** folder of a new file */
  folderId?: string | undefined;
  /** up to 20 tags of up to 50 characters */
  tags?: string[] | undefined;
  /** one line: what changed and why */
  changeSummary?: string | undefined;
  /** refuse if versionCount differs */
  expectedVersionCount?: number | undefined;
}

/** Write file: result. */
export interface WriteFileOutput {
  /** Identifier: an opaque string. */
  id: string;
  /** Name. */
  name: string;
  /** Kind of file. */
  kind: 'text' | 'skill' | 'image' | 'audio' | 'video' | 'pdf' | 'archive' | 'other';
  /** Media type. */
  mimeType: string;
  /** Size in bytes. */
  sizeBytes: number;
  /** Number of versions; increases by one with each change. */
  versionCount: number;
  /** True if the call created the item, false if it wrote a new version. */
  created: boolean;
  /** True if the content was already the same and no version was created. */
  noop: boolean;
  /** Page of the console that shows it. */
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
  /** whole SKILL.md, if new or changed */
  content?: string | undefined;
  /** files to add or replace; keeps others */
  files?: SkillFileToWrite[] | undefined;
  /** paths; * for all others */
  removeFiles?: string[] | undefined;
  /** folder of a new skill */
  folderId?: string | undefined;
  /** up to 20 tags of up to 50 characters */
  tags?: string[] | undefined;
  /** refuse if versionCount differs */
  expectedVersionCount?: number | undefined;
}

/** Write skill: result. */
export interface WriteSkillOutput {
  /** Identifier: an opaque string. */
  id: string;
  /** Name. */
  name: string;
  /** Purpose. */
  description: string;
  /** Number of versions; increases by one with each change. */
  versionCount: number;
  /** True if the call created the item, false if it wrote a new version. */
  created: boolean;
  /** True if the content was already the same and no version was created. */
  noop: boolean;
  /** Page of the console that shows it. */
  url: string;
  /** Number of files of the skill, including SKILL.md. */
  fileCount?: number | undefined;
  /** Practices that hosts of skills advise against; the skill is saved anyway. */
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
  list_comments: { input: ListCommentsInput; output: ListCommentsOutput };
  add_comment: { input: AddCommentInput; output: AddCommentOutput };
  resolve_comment: { input: ResolveCommentInput; output: ResolveCommentOutput };
  list_connected_services: { input: ListConnectedServicesInput; output: ListConnectedServicesOutput };
  list_service_tools: { input: ListServiceToolsInput; output: ListServiceToolsOutput };
  execute_service_tool: { input: ExecuteServiceToolInput; output: ServiceToolResult };
  execute_service_read_tool: { input: ExecuteServiceReadToolInput; output: ServiceToolResult };
}

/** Every tool as a method. */
export interface ToolMethods {
  /** Return the organization, house rules, person, name, access, limits and expiry of this key, and the current time. */
  whoami(input?: WhoamiInput, options?: CallOptions): Promise<Identity>;
  /** Search documents (title, body), files and skills (name, tags) for a phrase or all words, ignoring case; with match best, search all text for a question. At most 25 results. */
  search(input: SearchInput, options?: CallOptions): Promise<SearchOutput>;
  /** List documents, newest update first, without bodies. */
  listDocs(input?: ListDocsInput, options?: CallOptions): Promise<ListDocsOutput>;
  /** Read a document with its markdown body. Above 256 KB bodyMarkdown is null: use find_text, read_lines or downloadUrl. */
  readDoc(input: ReadDocInput, options?: CallOptions): Promise<Document>;
  /** Create a markdown document. Without a folder, the whole organization sees it. */
  createDoc(input: CreateDocInput, options?: CallOptions): Promise<CreateDocOutput>;
  /** Replace the whole body of a document; records a restorable version. For partial changes use edit_doc. */
  updateDoc(input: UpdateDocInput, options?: CallOptions): Promise<UpdateDocOutput>;
  /** Replace oldText, which must occur exactly once, by newText in a document. Take oldText from find_text or read_lines. */
  editDoc(input: EditDocInput, options?: CallOptions): Promise<EditDocOutput>;
  /** Add text at the very end of a document, exactly as given: begin it with a line break to start a new line. */
  appendDoc(input: AppendDocInput, options?: CallOptions): Promise<AppendDocOutput>;
  /** Make up to 50 edits, in order and each like edit_doc, in a document, text file or skill: all or none, as one version. */
  applyEdits(input: ApplyEditsInput, options?: CallOptions): Promise<ApplyEditsOutput>;
  /** Move a document to the trash, where people can restore it for 30 days. System and agent-memory documents are refused. */
  deleteDoc(input?: DeleteDocInput, options?: CallOptions): Promise<DeleteDocOutput>;
  /** Find the lines of one document, skill or text file that contain a text, ignoring case. Found text can be oldText of an edit. */
  findText(input: FindTextInput, options?: CallOptions): Promise<FindTextOutput>;
  /** Find the lines that contain a text, ignoring case, in all documents, skills and text files, newest first. A call searches a part: continue with nextCursor until null, even after no matches. */
  grep(input: GrepInput, options?: CallOptions): Promise<GrepOutput>;
  /** Get a search result as text, up to 256 KB. */
  fetch(input: FetchInput, options?: CallOptions): Promise<FetchOutput>;
  /** Read lines of a document, skill or text file exactly, with endings, without line numbers. Any part can be oldText of an edit. */
  readLines(input?: ReadLinesInput, options?: CallOptions): Promise<ReadLinesOutput>;
  /** List files (not skills), newest update first, without contents. */
  listFiles(input?: ListFilesInput, options?: CallOptions): Promise<ListFilesOutput>;
  /** Read a file or skill (SKILL.md, or path): its fields, a temporary download address, and up to 256 KB of text: its own, or extracted from PDF, Office or mail. Also shows a PNG, JPEG, GIF or WebP up to 3.5 MB (about 1,600 tokens). */
  readFile(input: ReadFileInput, options?: CallOptions): Promise<File>;
  /** Create a file (name) or write a new version of one (fileId), from content or contentBase64. Never overwrites by name. */
  writeFile(input?: WriteFileInput, options?: CallOptions): Promise<WriteFileOutput>;
  /** Replace oldText, which must occur exactly once, by newText in a text file; other files are replaced with write_file. Take oldText from find_text or read_lines. */
  editFile(input: EditFileInput, options?: CallOptions): Promise<EditFileOutput>;
  /** Move a file or skill to the trash, where people can restore it for 30 days. */
  deleteFile(input?: DeleteFileInput, options?: CallOptions): Promise<DeleteFileOutput>;
  /** List skills (reusable instructions) with their descriptions. Read one with read_file. */
  listSkills(input?: ListSkillsInput, options?: CallOptions): Promise<ListSkillsOutput>;
  /** Create a skill, or write a new version of one (fileId): its SKILL.md and other files. */
  writeSkill(input?: WriteSkillInput, options?: CallOptions): Promise<WriteSkillOutput>;
  /** Replace oldText, which must occur exactly once, by newText in a skill (SKILL.md, or path); its frontmatter must stay valid. Take oldText from find_text or read_lines. */
  editSkill(input: EditSkillInput, options?: CallOptions): Promise<EditSkillOutput>;
  /** Read all files of a skill, or those at paths. */
  readSkillFiles(input: ReadSkillFilesInput, options?: CallOptions): Promise<ReadSkillFilesOutput>;
  /** List the folders this key can see, by name. */
  listFolders(input?: ListFoldersInput, options?: CallOptions): Promise<ListFoldersOutput>;
  /** Create a folder. It is private to the person behind this key (and owners and admins) until that person shares it; with parentId, it is as visible as that folder. */
  createFolder(input: CreateFolderInput, options?: CallOptions): Promise<CreateFolderOutput>;
  /** Move a document, file or skill to a folder, rename it, or both. Out of folders, the whole organization sees it. */
  moveItem(input?: MoveItemInput, options?: CallOptions): Promise<MoveItemOutput>;
  /** Replace all tags of an item, without a new version. */
  setTags(input: SetTagsInput, options?: CallOptions): Promise<SetTagsOutput>;
  /** List versions of a document, file or skill, newest first, with author, summary and time. */
  listVersions(input?: ListVersionsInput, options?: CallOptions): Promise<ListVersionsOutput>;
  /** List changes with authors and values, newest first. Give one of itemId, folderId, taskId, mine, or since. */
  listChanges(input?: ListChangesInput, options?: CallOptions): Promise<ListChangesOutput>;
  /** Restore an older version of a document, file or skill as the next version. */
  restoreVersion(input: RestoreVersionInput, options?: CallOptions): Promise<RestoreVersionOutput>;
  /** Undo this key's last change, even a deletion. Keeps later changes by others. Call again to redo. */
  takeBack(input?: TakeBackInput, options?: CallOptions): Promise<TakeBackOutput>;
  /** List tasks by due date, then newest first; done and canceled tasks need includeDone or status. */
  listTasks(input?: ListTasksInput, options?: CallOptions): Promise<ListedTask[]>;
  /** Create a task, by default assigned to the person of this key. */
  createTask(input: CreateTaskInput, options?: CallOptions): Promise<CreateTaskOutput>;
  /** Change fields of a task: omitted fields are kept; clear empties fields. Returns the task. */
  updateTask(input?: UpdateTaskInput, options?: CallOptions): Promise<Task>;
  /** List the organization's people. Assign tasks to them by email address. */
  listMembers(input?: ListMembersInput, options?: CallOptions): Promise<ListMembersOutput>;
  /** Comments on an item or task, or mine. */
  listComments(input?: ListCommentsInput, options?: CallOptions): Promise<ListCommentsOutput>;
  /** Comment on an item or task, or answer a comment. @address and @"agent name" mention. */
  addComment(input: AddCommentInput, options?: CallOptions): Promise<AddCommentOutput>;
  /** Resolve or reopen a comment. */
  resolveComment(input: ResolveCommentInput, options?: CallOptions): Promise<ResolveCommentOutput>;
  /** List services this key can use. Next: list_service_tools. */
  listConnectedServices(input?: ListConnectedServicesInput, options?: CallOptions): Promise<ListConnectedServicesOutput>;
  /** List tools of connected services. Before running one, get its full description and inputSchema with toolSlug. */
  listServiceTools(input?: ListServiceToolsInput, options?: CallOptions): Promise<ListServiceToolsOutput>;
  /** Run a tool of a connected service. Tools of mode write need a key with write access. */
  executeServiceTool(input: ExecuteServiceToolInput, options?: CallOptions): Promise<ServiceToolResult>;
  /** Run a read-mode tool of a connected service; refuses tools that change data. */
  executeServiceReadTool(input: ExecuteServiceReadToolInput, options?: CallOptions): Promise<ServiceToolResult>;
}

/** Data that the client needs about each tool. */
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
  list_comments: { method: 'listComments', isRepeatable: false, entries: 'comments' },
  add_comment: { method: 'addComment', isRepeatable: true, entries: null },
  resolve_comment: { method: 'resolveComment', isRepeatable: true, entries: null },
  list_connected_services: { method: 'listConnectedServices', isRepeatable: false, entries: null },
  list_service_tools: { method: 'listServiceTools', isRepeatable: false, entries: 'tools' },
  execute_service_tool: { method: 'executeServiceTool', isRepeatable: true, entries: null },
  execute_service_read_tool: { method: 'executeServiceReadTool', isRepeatable: false, entries: null },
} as const;
