/** Words that columns and tools share. */
export const roles = ['owner', 'admin', 'member'] as const;
export const accessLevels = ['read', 'write'] as const;
/** Kind of an agent: a program with a key, or an MCP client that a person signed in (D46). */
export const agentKinds = ['program', 'mcp'] as const;
/** Name of the agent whose key the first start prints. */
export const quickstartAgent = 'quickstart';
export const entrances = ['http', 'mcp', 'console', 'cli'] as const;
export const itemTypes = ['doc', 'file', 'skill'] as const;
/** Match of a query: as a phrase, or each of its words anywhere. */
export const literalMatches = ['phrase', 'words'] as const;
/** Match of a search. `best` takes a question in plain words and finds the items that answer it best. */
export const searchMatches = [...literalMatches, 'best'] as const;
/** Default matches of a key's `search` without `match` (D23.11). */
export const keySearches = ['phrase', 'best'] as const;
/**
 * Changes of an item, folder or task other than versions (D65). The last four are only in rows from before rows had values,
 * and name the changed field.
 */
export const changeKinds = ['created', 'changed', 'deleted', 'restored', 'renamed', 'moved', 'tagged', 'marked'] as const;
/** Ways to decide about agents' changes: a person reviews them, saves over them, or switches the review off (D78). */
export const reviewDecisionWays = ['review', 'save', 'switched_off'] as const;
export const idempotentCallStates = ['begun', 'answered'] as const;
/** State of a take-back: finding changes; ready to be applied; being applied; done. */
export const takeBackStates = ['looking', 'ready', 'working', 'done'] as const;
export const takeBackOutcomes = ['taken_back', 'left', 'unchanged'] as const;
/**
 * Expected result of an entry in a preview: returns to its earlier state; merged, keeping later changes of others; a person must choose;
 * stays.
 */
export const takeBackExpectations = ['as_before', 'merged', 'needs_you', 'left', 'unchanged'] as const;
export const fileKinds = ['text', 'skill', 'image', 'audio', 'video', 'pdf', 'archive', 'other'] as const;
/** State of an object: announced before or during its upload; part of a version; to be removed. */
export const fileObjectStates = ['announced', 'kept', 'purged'] as const;
export const taskStatuses = ['todo', 'in_progress', 'stuck', 'done', 'canceled'] as const;
export const folderVisibilities = ['private', 'organization'] as const;
export const connectionKinds = ['mcp-http', 'mcp-stdio', 'openapi'] as const;
export const connectionStatuses = ['active', 'paused', 'needs_attention', 'unreachable'] as const;
/** State of an account's tokens: `active` until the service refuses them, then `ended`. */
export const connectionAccountStatuses = ['active', 'ended'] as const;
export const connectionVisibilities = ['private', 'organization'] as const;
/** Stored visibility of a connection. Results name `groups` as `organization`, with the groups beside it (D77). */
export const storedVisibilities = [...connectionVisibilities, 'groups'] as const;
/** Kind of a link: for the first owner; for a person of an organization; for a new password. */
export const linkKinds = ['set_up', 'invitation', 'reset'] as const;
/** Records of the authorization server: a request that waits for consent, the consent, and the secrets that use it. */
export const oauthModels = ['request', 'grant', 'code', 'access_token', 'refresh_token'] as const;

/** Types of events (D81). */
export const webhookEvents = [
  'item.changed',
  'folder.changed',
  'task.changed',
  'comment.created',
  'review.requested',
  'review.decided',
  'call.refused',
  'tool.held',
] as const;
/** State of a webhook: it delivers; a person paused it; Gatehouse stopped it, for one of the reasons below. */
export const webhookStatuses = ['active', 'paused', 'stopped'] as const;
/** Reasons for stopping: its receiver failed for days; its receiver answered 410; its creator left the organization. */
export const webhookStops = ['failing', 'gone', 'no_creator'] as const;

export type Role = (typeof roles)[number];
export type AccessLevel = (typeof accessLevels)[number];
export type AgentKind = (typeof agentKinds)[number];
export type Entrance = (typeof entrances)[number];
export type ItemType = (typeof itemTypes)[number];
export type LiteralMatch = (typeof literalMatches)[number];
export type KeySearch = (typeof keySearches)[number];
export type SearchMatch = (typeof searchMatches)[number];
export type ChangeKind = (typeof changeKinds)[number];
export type ReviewDecisionWay = (typeof reviewDecisionWays)[number];
export type TakeBackState = (typeof takeBackStates)[number];
export type TakeBackExpectation = (typeof takeBackExpectations)[number];
export type TakeBackOutcome = (typeof takeBackOutcomes)[number];
export type FileKind = (typeof fileKinds)[number];
export type TaskStatus = (typeof taskStatuses)[number];
export type ConnectionKind = (typeof connectionKinds)[number];
export type ConnectionStatus = (typeof connectionStatuses)[number];
export type ConnectionVisibility = (typeof connectionVisibilities)[number];
export type StoredVisibility = (typeof storedVisibilities)[number];
export type LinkKind = (typeof linkKinds)[number];
export type WebhookEvent = (typeof webhookEvents)[number];
export type WebhookStatus = (typeof webhookStatuses)[number];
export type WebhookStop = (typeof webhookStops)[number];
export type OauthModel = (typeof oauthModels)[number];

/** Kinds of rows that strangers can cause (D64): consent requests, clients, tries to sign in, and rows of the log. */
export const strangerKinds = ['request', 'client', 'try', 'log'] as const;
export type StrangerKind = (typeof strangerKinds)[number];

/** Formats of files that text is extracted from (D75). */
export const textSources = ['pdf', 'docx', 'xlsx', 'pptx', 'odt', 'eml'] as const;
/** State of a file's text: not extracted yet; extracted; no text found, as in a scan; failed. */
export const textStates = ['pending', 'ready', 'none', 'failed'] as const;
export type TextSource = (typeof textSources)[number];
export type TextState = (typeof textStates)[number];

/** Action of one call that a person applies to many items or tasks, one after another (D91). */
export const bulkActions = ['delete', 'move', 'restore', 'purge', 'set_tags', 'update_tasks', 'accept'] as const;
/** Maximum items of one bulk change. */
export const maxBulkItems = 2000;
/** State of a bulk change: changing items; stopped by a person; all items had their turn; being undone; undone. */
export const bulkStates = ['working', 'stopped', 'done', 'undoing', 'undone'] as const;
export const bulkOutcomes = ['done', 'failed'] as const;
export type BulkAction = (typeof bulkActions)[number];
export type BulkState = (typeof bulkStates)[number];
export type BulkOutcome = (typeof bulkOutcomes)[number];

/** Background work that only one process does at a time, under a lease. */
export const leaseNames = ['webhooks', 'otlp', 'extraction', 'bulk'] as const;
export type LeaseName = (typeof leaseNames)[number];
