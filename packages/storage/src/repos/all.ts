import type { Engine } from '../engine.ts';
import { accountQueries } from './accounts.ts';
import { activityItemQueries } from './activity-items.ts';
import { activitySumQueries } from './activity-sums.ts';
import { agentQueries } from './agents.ts';
import { allowedDomainQueries } from './allowed-domains.ts';
import { browseQueries } from './browse.ts';
import { companyIdentityQueries } from './company-identities.ts';
import { companySignInQueries } from './company-sign-ins.ts';
import { connectStepQueries } from './connect-steps.ts';
import { connectionAccountQueries } from './connection-accounts.ts';
import { connectionAuthorizationQueries } from './connection-authorizations.ts';
import { connectionQueries } from './connections.ts';
import { contentQueries } from './contents.ts';
import { fileObjectQueries } from './file-objects.ts';
import { folderQueries } from './folders.ts';
import { guessQueries } from './guesses.ts';
import { importPathQueries } from './import-paths.ts';
import { itemChangeQueries } from './item-changes.ts';
import { itemQueries } from './items.ts';
import { keyQueries } from './keys.ts';
import { linkQueries } from './links.ts';
import { oauthClientQueries } from './oauth-clients.ts';
import { oauthRecordQueries } from './oauth-records.ts';
import { oauthSeedQueries } from './oauth-seeds.ts';
import { organizationQueries } from './organizations.ts';
import { passkeyQueries } from './passkeys.ts';
import { peopleQueries } from './people.ts';
import { putBackQueries } from './put-backs.ts';
import { serviceToolQueries } from './service-tools.ts';
import { sessionQueries } from './sessions.ts';
import { sightingQueries } from './sightings.ts';
import { strangerRowQueries } from './stranger-rows.ts';
import { taskQueries } from './tasks.ts';
import { trashQueries } from './trash.ts';
import { versionQueries } from './versions.ts';

/** The queries that are the same on every engine. */
export function allQueries(engine: Engine) {
  return {
    organizations: organizationQueries(engine),
    people: peopleQueries(engine),
    accounts: accountQueries(engine),
    sessions: sessionQueries(engine),
    links: linkQueries(engine),
    guesses: guessQueries(engine),
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
    folders: folderQueries(engine),
    items: itemQueries(engine),
    browsing: browseQueries(engine),
    itemChanges: itemChangeQueries(engine),
    putBacks: putBackQueries(engine),
    trash: trashQueries(engine),
    sightings: sightingQueries(engine),
    contents: contentQueries(engine),
    fileObjects: fileObjectQueries(engine),
    versions: versionQueries(engine),
    tasks: taskQueries(engine),
    activitySums: activitySumQueries(engine),
    activityItems: activityItemQueries(engine),
    importPaths: importPathQueries(engine),
    connections: connectionQueries(engine),
    connectionAccounts: connectionAccountQueries(engine),
    connectionAuthorizations: connectionAuthorizationQueries(engine),
    serviceTools: serviceToolQueries(engine),
  };
}
