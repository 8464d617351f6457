import type { Engine } from '../query/engine.ts';
import { accountQueries } from './identity/accounts.ts';
import { agentQueries } from './identity/agents.ts';
import { allowedDomainQueries } from './identity/allowed-domains.ts';
import { companyIdentityQueries } from './identity/company-identities.ts';
import { companySignInQueries } from './identity/company-sign-ins.ts';
import { groupQueries } from './identity/groups.ts';
import { keyQueries } from './identity/keys.ts';
import { linkQueries } from './identity/links.ts';
import { loginAttemptQueries } from './identity/login-attempts.ts';
import { organizationQueries } from './identity/organizations.ts';
import { passkeyQueries } from './identity/passkeys.ts';
import { peopleQueries } from './identity/people.ts';
import { sessionQueries } from './identity/sessions.ts';
import { activityItemQueries } from './log/activity-items.ts';
import { activitySumQueries } from './log/activity-sums.ts';
import { exportedLogQueries } from './log/exported-log.ts';
import { idempotentCallQueries } from './log/idempotent-calls.ts';
import { leaseQueries } from './log/leases.ts';
import { logNameQueries } from './log/log-names.ts';
import { connectStepQueries } from './oauth/connect-steps.ts';
import { oauthClientQueries } from './oauth/oauth-clients.ts';
import { oauthRecordQueries } from './oauth/oauth-records.ts';
import { oauthSeedQueries } from './oauth/oauth-seeds.ts';
import { strangerRowQueries } from './oauth/stranger-rows.ts';
import { pastQueries } from './past/past.ts';
import { connectionAccountQueries } from './services/connection-accounts.ts';
import { connectionAuthorizationQueries } from './services/connection-authorizations.ts';
import { connectionQueries } from './services/connections.ts';
import { serviceToolQueries } from './services/service-tools.ts';
import { webhookQueries } from './services/webhooks.ts';
import { browseQueries } from './workspace/browse.ts';
import { bulkChangeQueries } from './workspace/bulk-changes.ts';
import { changeQueries } from './workspace/changes.ts';
import { commentQueries } from './workspace/comments.ts';
import { contentQueries } from './workspace/contents.ts';
import { extractedTextQueries } from './workspace/extracted-texts.ts';
import { fileObjectQueries } from './workspace/file-objects.ts';
import { folderQueries } from './workspace/folders.ts';
import { openHistory } from './workspace/history.ts';
import { importPathQueries } from './workspace/import-paths.ts';
import { inboxQueries } from './workspace/inbox/inbox.ts';
import { itemQueries } from './workspace/items.ts';
import { manyQueries } from './workspace/many.ts';
import { reviewDecisionQueries } from './workspace/review-decisions.ts';
import { reviewQueries } from './workspace/reviews.ts';
import { skillQueries } from './workspace/skills.ts';
import { takeBackQueries } from './workspace/take-backs.ts';
import { taskQueries } from './workspace/tasks.ts';
import { trashQueries } from './workspace/trash.ts';
import { versionQueries } from './workspace/versions.ts';
import { visibilityCheckQueries } from './workspace/visibility-checks.ts';

/** The queries that are the same on every engine. */
export function allQueries(engine: Engine) {
  const history = openHistory(engine);
  const extractedTexts = extractedTextQueries(engine);
  return {
    organizations: organizationQueries(engine),
    people: peopleQueries(engine),
    groups: groupQueries(engine),
    accounts: accountQueries(engine),
    sessions: sessionQueries(engine),
    links: linkQueries(engine),
    guesses: loginAttemptQueries(engine),
    companyIdentities: companyIdentityQueries(engine),
    companySignIns: companySignInQueries(engine),
    allowedDomains: allowedDomainQueries(engine),
    passkeys: passkeyQueries(engine),
    oauthClients: oauthClientQueries(engine),
    oauthRecords: oauthRecordQueries(engine),
    oauthSeeds: oauthSeedQueries(engine),
    connectSteps: connectStepQueries(engine),
    strangerRows: strangerRowQueries(engine),
    agents: agentQueries(engine),
    keys: keyQueries(engine),
    folders: folderQueries(engine, history),
    items: itemQueries(engine, history, extractedTexts),
    browsing: browseQueries(engine),
    many: manyQueries(engine),
    past: pastQueries(engine),
    changes: changeQueries(engine),
    comments: commentQueries(engine),
    inbox: inboxQueries(engine),
    takeBacks: takeBackQueries(engine),
    bulkChanges: bulkChangeQueries(engine),
    reviews: reviewQueries(engine),
    reviewDecisions: reviewDecisionQueries(engine),
    trash: trashQueries(engine),
    visibilityChecks: visibilityCheckQueries(engine),
    contents: contentQueries(engine),
    extractedTexts,
    fileObjects: fileObjectQueries(engine),
    versions: versionQueries(engine),
    skills: skillQueries(engine),
    tasks: taskQueries(engine, history),
    activitySums: activitySumQueries(engine),
    activityItems: activityItemQueries(engine),
    exportedLog: exportedLogQueries(engine),
    logNames: logNameQueries(engine),
    importPaths: importPathQueries(engine),
    idempotentCalls: idempotentCallQueries(engine),
    connections: connectionQueries(engine),
    connectionAccounts: connectionAccountQueries(engine),
    connectionAuthorizations: connectionAuthorizationQueries(engine),
    serviceTools: serviceToolQueries(engine),
    webhooks: webhookQueries(engine),
    leases: leaseQueries(engine),
  };
}
