export { openPostgres } from './engines/open-postgres.ts';
export type { PostgresOptions } from './engines/postgres/pool/pools.ts';
export { ReplacedDatabase } from './engines/sqlite/log-pair.ts';
export { openSqlite, type SqliteOptions } from './engines/sqlite/store.ts';
export type { Attempt, Store } from './engines/store.ts';
export { isDiskFull } from './kernel/disk-full.ts';
export type { FileStore } from './kernel/file-store.ts';
export { foldCase, foldLines, foldQuery, foldText, joinSpaces, toNfc } from './kernel/folding/fold.ts';
export { countEndings, countLines } from './kernel/lines.ts';
export { ask, type Op } from './kernel/ops.ts';
export { OverdueError, UnavailableError } from './kernel/unavailable.ts';
export { MigrationError } from './migrate.ts';
export { resultSummary, resultsFolder, type Viewer } from './query/visibility.ts';
export { type Slot, useNotedEveryMs } from './repos/admission.ts';
export type { Account, Membership } from './repos/identity/accounts.ts';
export type { Agent, AgentSummary } from './repos/identity/agents.ts';
export type { CompanyIdentity } from './repos/identity/company-identities.ts';
export type { CompanySignIn } from './repos/identity/company-sign-ins.ts';
export type { Group, GroupMember, ListedGroup, OwnGroup } from './repos/identity/groups.ts';
export type { Key, KeyOfPerson, ListedKey } from './repos/identity/keys.ts';
export type { Link } from './repos/identity/links.ts';
export type { Guess, GuessedBy } from './repos/identity/login-attempts.ts';
export type { ItemUse, Organization } from './repos/identity/organizations.ts';
export type { Passkey, PasskeyChallenge } from './repos/identity/passkeys.ts';
export type { Person } from './repos/identity/people.ts';
export type { Session, SessionOfPerson } from './repos/identity/sessions.ts';
export { foldedMinute } from './repos/log/activity.ts';
export { type SumSpan, sumSpans } from './repos/log/activity-sums.ts';
export type { FollowedLog, FollowedRows } from './repos/log/followed-log.ts';
export type { IdempotentCall, IdempotentCallName, KeptByAgent } from './repos/log/idempotent-calls.ts';
export type { NamedKind } from './repos/log/log-names.ts';
export type { ExportedRows } from './repos/log/log-position.ts';
export type { Activity, ActivityFilter, NewActivity } from './repos/log/logged-call.ts';
export { type ConnectStepRow, maxConnectSteps } from './repos/oauth/connect-steps.ts';
export type { OauthClient } from './repos/oauth/oauth-clients.ts';
export type { OauthRecord } from './repos/oauth/oauth-records.ts';
export type { StrangerNetworks, StrangerUse } from './repos/oauth/stranger-rows.ts';
export type { PastFolder } from './repos/past/past.ts';
export type { PastItem } from './repos/past/past-items.ts';
export type { Connection, ConnectionSummary } from './repos/services/connection.ts';
export type { AccountReference, ConnectionAccount } from './repos/services/connection-accounts.ts';
export type { ConnectionAuthorization } from './repos/services/connection-authorizations.ts';
export type { SharedGroup } from './repos/services/connection-shares.ts';
export { accountField, type SealedSecret } from './repos/services/sealed-secret.ts';
export type { ServiceToolCandidate, ServiceToolFilter, ServiceToolSummary } from './repos/services/service-tool-search.ts';
export type { KnownServiceTool, ListedServiceTool, ServiceTool } from './repos/services/service-tools.ts';
export { signingField, type Webhook, type WebhookPosition } from './repos/services/webhooks.ts';
export type { BrowsedItem, BrowseSort } from './repos/workspace/browse.ts';
export type { BulkChange, BulkCounts, BulkPlace, FailedBulkItem, OpenBulkItem } from './repos/workspace/bulk-changes.ts';
export type { Change, ChangeInTime } from './repos/workspace/changes.ts';
export { afterAllComments, type Comment, commentsPerLook } from './repos/workspace/comments.ts';
export { chunkBytes, type StoredBlob } from './repos/workspace/contents.ts';
export type { ExtractedSize, PendingText, TextStatus } from './repos/workspace/extracted-texts.ts';
export type { Folder, FolderPosition, FolderShare, FolderToFill, GuardedItem, ListedFolder } from './repos/workspace/folders.ts';
export type { MadeBy } from './repos/workspace/history.ts';
export type { CommentForPerson } from './repos/workspace/inbox/comments-for-person.ts';
export type { ConnectionWithHeldTools } from './repos/workspace/inbox/held-tools-of-manager.ts';
export {
  type FoundEntries,
  type InboxEntry,
  type InboxFilter,
  type InboxPosition,
  inboxStart,
} from './repos/workspace/inbox/inbox-filter.ts';
export type { ItemToReview } from './repos/workspace/inbox/items-to-review.ts';
export type { NewTask } from './repos/workspace/inbox/new-tasks.ts';
export type {
  FoundItem,
  Item,
  ItemFilter,
  ItemPosition,
  ItemSort,
  ItemToRead,
  ListedDoc,
  ListedItem,
  ListOrder,
  VisibleItem,
} from './repos/workspace/items.ts';
export { type ManifestKey, type PlacedName, placedName, type VersionKey } from './repos/workspace/many.ts';
export type { ItemKey } from './repos/workspace/missed-texts.ts';
export type { DecisionInTime, ReviewDecision } from './repos/workspace/review-decisions.ts';
export type { Review, WaitingPosition } from './repos/workspace/reviews.ts';
export { manifestHash, type SkillLoad, type SkillReview, type SkillUse } from './repos/workspace/skills.ts';
export type { TakeBack, TakeBackItem } from './repos/workspace/take-backs.ts';
export type { Task } from './repos/workspace/tasks.ts';
export type { TrashPosition } from './repos/workspace/trash.ts';
export {
  type AttributedVersion,
  type Attribution,
  type ListedVersion,
  type MadeVersion,
  type StoredVersion,
  sha256,
  type ToldVersion,
  unpackVersion,
  type VersionMaker,
} from './repos/workspace/versions.ts';
export type { FieldValues } from './schema/history/field-values.ts';
export type { TakeBackMade, TakeBackPlan, TakeBackPoint, TakeBackSubject, TimePosition } from './schema/take-back.ts';
export { type SearchHit, wordsOf } from './search/search.ts';
export { definitionHash, inOrder, modeOf, toolSearchText } from './search/service-definition.ts';
export type { BestAnswer, BestHit } from './search/words/find-best.ts';
