export type { Slot } from './admission.ts';
export { isDiskFull } from './disk-full.ts';
export type { FileStore } from './file-store.ts';
export { foldCase, foldQuery, foldText, toNfc } from './fold.ts';
export { countEndings, countLines } from './lines.ts';
export { MigrationError } from './migrate.ts';
export { openPostgres } from './open-postgres.ts';
export { ask, type Op } from './ops.ts';
export type { PostgresOptions } from './postgres/pool/pools.ts';
export type { PutBackMade, PutBackPlan, PutBackPoint, PutBackSubject, TimePosition } from './put-back.ts';
export type { Account, Membership } from './repos/accounts.ts';
export { foldedMinute } from './repos/activity.ts';
export { type SumSpan, sumSpans } from './repos/activity-sums.ts';
export type { Agent, AgentSummary } from './repos/agents.ts';
export type { BrowsedItem, BrowseSort } from './repos/browse.ts';
export type { CompanyIdentity } from './repos/company-identities.ts';
export type { CompanySignIn } from './repos/company-sign-ins.ts';
export { type ConnectStepRow, mostConnectSteps } from './repos/connect-steps.ts';
export type { Connection, ConnectionSummary } from './repos/connection.ts';
export type { AccountReference, ConnectionAccount } from './repos/connection-accounts.ts';
export type { ConnectionAuthorization } from './repos/connection-authorizations.ts';
export { chunkBytes, type StoredBlob } from './repos/contents.ts';
export type { Folder, FolderPosition, GuardedItem, ListedFolder } from './repos/folders.ts';
export type { FollowedLog, FollowedRows } from './repos/followed-log.ts';
export type { Guess, GuessedBy } from './repos/guesses.ts';
export type { ItemChange } from './repos/item-changes.ts';
export type { Item, ItemPosition, ItemSort, ItemToRead, ListedItem, ListOrder, VisibleItem } from './repos/items.ts';
export type { Key, KeyOfPerson, ListedKey } from './repos/keys.ts';
export type { Link } from './repos/links.ts';
export type { Activity, ActivityFilter, NewActivity } from './repos/logged-call.ts';
export type { OauthClient } from './repos/oauth-clients.ts';
export type { OauthRecord } from './repos/oauth-records.ts';
export type { ItemUse, Organization } from './repos/organizations.ts';
export type { Passkey, PasskeyChallenge } from './repos/passkeys.ts';
export type { Person } from './repos/people.ts';
export type { PutBack, PutBackItem } from './repos/put-backs.ts';
export { accountField, type SealedSecret } from './repos/sealed-secret.ts';
export type { ServiceToolFilter, ServiceToolSummary, WordCounts } from './repos/service-tool-search.ts';
export type { KnownServiceTool, ListedServiceTool, ServiceTool } from './repos/service-tools.ts';
export type { Session, SessionOfPerson } from './repos/sessions.ts';
export type { StrangerNetworks, StrangerUse } from './repos/stranger-rows.ts';
export type { Task } from './repos/tasks.ts';
export { mostToolWords, type ToolFit } from './repos/tool-fit.ts';
export type { TrashPosition } from './repos/trash.ts';
export {
  type AttributedVersion,
  type Attribution,
  type ListedVersion,
  type StoredVersion,
  sha256,
  type VersionMaker,
} from './repos/versions.ts';
export { type SearchHit, wordsOf } from './search.ts';
export { definitionHash, inOrder, modeOf, toolSearchText } from './service-definition.ts';
export { ReplacedDatabase } from './sqlite/log-pair.ts';
export type { Durability } from './sqlite/shared-commit.ts';
export { openSqlite, type SqliteOptions } from './sqlite/store.ts';
export type { Attempt, Store } from './store.ts';
export { OverdueError, UnavailableError } from './unavailable.ts';
export type { Viewer } from './visibility.ts';
