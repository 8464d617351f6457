import type { Notices } from '../kernel/notices.ts';
import type { Op } from '../kernel/ops.ts';
import type { Admissions } from '../repos/admission.ts';
import type { AccountQueries } from '../repos/identity/accounts.ts';
import type { AgentQueries } from '../repos/identity/agents.ts';
import type { AllowedDomainQueries } from '../repos/identity/allowed-domains.ts';
import type { CompanyIdentityQueries } from '../repos/identity/company-identities.ts';
import type { CompanySignInQueries } from '../repos/identity/company-sign-ins.ts';
import type { GroupQueries } from '../repos/identity/groups.ts';
import type { KeyQueries } from '../repos/identity/keys.ts';
import type { LinkQueries } from '../repos/identity/links.ts';
import type { GuessQueries } from '../repos/identity/login-attempts.ts';
import type { OrganizationQueries } from '../repos/identity/organizations.ts';
import type { PasskeyQueries } from '../repos/identity/passkeys.ts';
import type { PeopleQueries } from '../repos/identity/people.ts';
import type { SessionQueries } from '../repos/identity/sessions.ts';
import type { ActivityLog } from '../repos/log/activity.ts';
import type { ActivityItemQueries } from '../repos/log/activity-items.ts';
import type { ActivitySumQueries } from '../repos/log/activity-sums.ts';
import type { ExportedLogQueries } from '../repos/log/exported-log.ts';
import type { IdempotentCallQueries } from '../repos/log/idempotent-calls.ts';
import type { LeaseQueries } from '../repos/log/leases.ts';
import type { LogNameQueries } from '../repos/log/log-names.ts';
import type { ConnectStepQueries } from '../repos/oauth/connect-steps.ts';
import type { OauthClientQueries } from '../repos/oauth/oauth-clients.ts';
import type { OauthRecordQueries } from '../repos/oauth/oauth-records.ts';
import type { OauthSeedQueries } from '../repos/oauth/oauth-seeds.ts';
import type { StrangerRowQueries } from '../repos/oauth/stranger-rows.ts';
import type { PastQueries } from '../repos/past/past.ts';
import type { ConnectionAccountQueries } from '../repos/services/connection-accounts.ts';
import type { ConnectionAuthorizationQueries } from '../repos/services/connection-authorizations.ts';
import type { ConnectionQueries } from '../repos/services/connections.ts';
import type { ServiceToolQueries } from '../repos/services/service-tools.ts';
import type { WebhookQueries } from '../repos/services/webhooks.ts';
import type { BrowseQueries } from '../repos/workspace/browse.ts';
import type { BulkChangeQueries } from '../repos/workspace/bulk-changes.ts';
import type { ChangeQueries } from '../repos/workspace/changes.ts';
import type { CommentQueries } from '../repos/workspace/comments.ts';
import type { ContentQueries } from '../repos/workspace/contents.ts';
import type { ExtractedTextQueries } from '../repos/workspace/extracted-texts.ts';
import type { FileObjectQueries } from '../repos/workspace/file-objects.ts';
import type { FolderQueries } from '../repos/workspace/folders.ts';
import type { ImportPathQueries } from '../repos/workspace/import-paths.ts';
import type { InboxQueries } from '../repos/workspace/inbox/inbox.ts';
import type { ItemQueries } from '../repos/workspace/items.ts';
import type { ManyQueries } from '../repos/workspace/many.ts';
import type { ReviewDecisionQueries } from '../repos/workspace/review-decisions.ts';
import type { ReviewQueries } from '../repos/workspace/reviews.ts';
import type { SkillQueries } from '../repos/workspace/skills.ts';
import type { TakeBackQueries } from '../repos/workspace/take-backs.ts';
import type { TaskQueries } from '../repos/workspace/tasks.ts';
import type { TrashQueries } from '../repos/workspace/trash.ts';
import type { VersionQueries } from '../repos/workspace/versions.ts';
import type { VisibilityCheckQueries } from '../repos/workspace/visibility-checks.ts';
import type { Search } from '../search/search.ts';

/** Outcome of a program over the store: its value, or its error after its changes were rolled back. */
export type Attempt<T> = { ok: true; value: T } | { ok: false; error: unknown };

export interface PerformOptions {
  /**
   * True for a program that may change the workspace. Its changes are rolled back if it throws, and its commit is on disk. False for a call
   * that writes only its slot and its activity row. Both are kept, but the commit does not wait for the disk (D14.1).
   */
  changes: boolean;
  /** Owner of the call. Callers that wait for a connection, or on SQLite for their turn on the only one, are served fairly (D51). */
  caller?: string | undefined;
  /** One step of a long job. On SQLite, which runs calls one after another, it lets others go first for up to 25 ms. */
  givesWay?: boolean | undefined;
}

/** All tables and queries of Gatehouse over one engine. */
export interface Store {
  readonly dialect: 'sqlite' | 'postgres';
  readonly organizations: OrganizationQueries;
  readonly people: PeopleQueries;
  readonly groups: GroupQueries;
  readonly accounts: AccountQueries;
  readonly sessions: SessionQueries;
  readonly links: LinkQueries;
  readonly guesses: GuessQueries;
  readonly companyIdentities: CompanyIdentityQueries;
  readonly companySignIns: CompanySignInQueries;
  readonly allowedDomains: AllowedDomainQueries;
  readonly passkeys: PasskeyQueries;
  readonly oauthClients: OauthClientQueries;
  readonly oauthRecords: OauthRecordQueries;
  readonly oauthSeeds: OauthSeedQueries;
  readonly connectSteps: ConnectStepQueries;
  readonly strangerRows: StrangerRowQueries;
  readonly agents: AgentQueries;
  readonly keys: KeyQueries;
  readonly folders: FolderQueries;
  readonly items: ItemQueries;
  readonly browsing: BrowseQueries;
  readonly many: ManyQueries;
  readonly past: PastQueries;
  readonly changes: ChangeQueries;
  readonly comments: CommentQueries;
  readonly inbox: InboxQueries;
  readonly takeBacks: TakeBackQueries;
  readonly bulkChanges: BulkChangeQueries;
  readonly reviews: ReviewQueries;
  readonly reviewDecisions: ReviewDecisionQueries;
  readonly trash: TrashQueries;
  readonly visibilityChecks: VisibilityCheckQueries;
  readonly contents: ContentQueries;
  readonly extractedTexts: ExtractedTextQueries;
  readonly fileObjects: FileObjectQueries;
  readonly versions: VersionQueries;
  readonly skills: SkillQueries;
  readonly tasks: TaskQueries;
  readonly activity: ActivityLog;
  readonly activitySums: ActivitySumQueries;
  readonly activityItems: ActivityItemQueries;
  readonly exportedLog: ExportedLogQueries;
  readonly logNames: LogNameQueries;
  readonly importPaths: ImportPathQueries;
  readonly idempotentCalls: IdempotentCallQueries;
  readonly connections: ConnectionQueries;
  readonly connectionAccounts: ConnectionAccountQueries;
  readonly connectionAuthorizations: ConnectionAuthorizationQueries;
  readonly serviceTools: ServiceToolQueries;
  readonly webhooks: WebhookQueries;
  readonly leases: LeaseQueries;
  readonly search: Search;
  readonly notices: Notices;
  readonly admissions: Admissions;
  /** Runs a program that may fail inside a larger one. If it throws, its changes are rolled back. */
  attempt<T>(program: () => Op<T>): Op<Attempt<T>>;
  /** Runs a program as one transaction and resolves after the commit. An answer given after that survives `kill -9`. */
  perform<T>(program: () => Op<T>, options: PerformOptions): Promise<T>;
  /** Age of the oldest change in progress, in milliseconds. Its rows have older times than rows that are visible now. */
  oldestChangeMs(): Op<number>;
  /** Runs a program that changes nothing, outside any transaction. */
  read<T>(program: () => Op<T>): Promise<T>;
  /**
   * Removes whole months of the activity log that are older than `before` and returns their number, if the engine keeps months apart. The
   * newest row stays. `activity.removeOld` removes the rest.
   */
  removeOldMonths(before: number): Promise<number>;
  /** Indexes the words of some waiting items, as the store does in the background. Resolves to true if more wait. */
  indexWords(): Promise<boolean>;
  /** Throws if the database cannot be written to. */
  checkWritable(): Promise<void>;
  /** True if the address of this store now leads to another database, or to none. Writes are then lost with the process. */
  isReplaced(): Promise<boolean>;
  close(): Promise<void>;
}
