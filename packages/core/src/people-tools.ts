import { explainAccess } from './access/explain-access.ts';
import { addPasskey } from './accounts/add-passkey.ts';
import { beginPasskey } from './accounts/begin-passkey.ts';
import { beginPasskeySignIn } from './accounts/begin-passkey-sign-in.ts';
import { changeEmail } from './accounts/change-email.ts';
import { changeName } from './accounts/change-name.ts';
import { changePassword } from './accounts/change-password.ts';
import { createSetUpLink } from './accounts/create-set-up-link.ts';
import { deleteAccount } from './accounts/delete-account.ts';
import { endOtherSessions } from './accounts/end-other-sessions.ts';
import { endSession } from './accounts/end-session.ts';
import { listPasskeys } from './accounts/list-passkeys.ts';
import { listSessions } from './accounts/list-sessions.ts';
import { myAccount } from './accounts/my-account.ts';
import { readLink } from './accounts/read-link.ts';
import { removePasskey } from './accounts/remove-passkey.ts';
import { requestReset } from './accounts/request-reset.ts';
import { resetPassword } from './accounts/reset-password.ts';
import { setUp } from './accounts/set-up.ts';
import { signIn } from './accounts/sign-in.ts';
import { signInOptions } from './accounts/sign-in-options.ts';
import { signInPasskey } from './accounts/sign-in-passkey.ts';
import { signOut } from './accounts/sign-out.ts';
import { activityHistogram } from './activity/activity-histogram.ts';
import { exportActivity } from './activity/export-activity.ts';
import { listActivity } from './activity/list-activity.ts';
import { createAgent } from './agents/create-agent.ts';
import { listAgents } from './agents/list-agents.ts';
import { removeAgent } from './agents/remove-agent.ts';
import { renameAgent } from './agents/rename-agent.ts';
import { beginCompanySignIn } from './company/begin-company-sign-in.ts';
import { finishCompanySignIn } from './company/finish-company-sign-in.ts';
import { listCompanyIdentities } from './company/list-company-identities.ts';
import { unlinkCompanyIdentity } from './company/unlink-company-identity.ts';
import { addCommandConnection } from './connections/add-command-connection.ts';
import { addConnection } from './connections/add-connection.ts';
import { approveServiceTools } from './connections/approve-service-tools.ts';
import { checkService } from './connections/check-service.ts';
import { editConnection } from './connections/edit-connection.ts';
import { listConnectionTools } from './connections/list-connection-tools.ts';
import { listConnections } from './connections/list-connections.ts';
import { markServiceTool } from './connections/mark-service-tool.ts';
import { pauseConnection } from './connections/pause-connection.ts';
import { readConnection } from './connections/read-connection.ts';
import { removeConnection } from './connections/remove-connection.ts';
import { resumeConnection } from './connections/resume-connection.ts';
import { setConnectionCredentials } from './connections/set-connection-credentials.ts';
import { switchServiceTool } from './connections/switch-service-tool.ts';
import { testConnection } from './connections/test-connection.ts';
import { setAgentMemory } from './documents/set-agent-memory.ts';
import { browseFolder } from './folders/browse-folder.ts';
import { deleteFolder } from './folders/delete-folder.ts';
import { listFolderViewers } from './folders/list-folder-viewers.ts';
import { renameFolder } from './folders/rename-folder.ts';
import { shareFolder } from './folders/share-folder.ts';
import { unshareFolder } from './folders/unshare-folder.ts';
import { compareVersions } from './items/compare-versions.ts';
import { exportItem } from './items/export-item.ts';
import { importItem } from './items/import-item.ts';
import { listItemVersions } from './items/list-item-versions.ts';
import { readItem } from './items/read-item.ts';
import { createKey } from './keys/create-key.ts';
import { listKeys } from './keys/list-keys.ts';
import { revokeKey } from './keys/revoke-key.ts';
import { rotateKey } from './keys/rotate-key.ts';
import { listNews } from './news/list-news.ts';
import { markNewsSeen } from './news/mark-news-seen.ts';
import { allowClient } from './oauth/allow-client.ts';
import { connectOptions } from './oauth/connect/connect-options.ts';
import { listAllConnectAttempts } from './oauth/connect/list-all-connect-attempts.ts';
import { listConnectAttempts } from './oauth/connect/list-connect-attempts.ts';
import { readClientRequest } from './oauth/read-client-request.ts';
import { refuseClient } from './oauth/refuse-client.ts';
import { allowDomain } from './organizations/allow-domain.ts';
import { createOrganization } from './organizations/create-organization.ts';
import { disallowDomain } from './organizations/disallow-domain.ts';
import { exportOrganization } from './organizations/export-organization.ts';
import { listOrganizations } from './organizations/list-organizations.ts';
import { organizationSettings } from './organizations/organization-settings.ts';
import { renameOrganization } from './organizations/rename-organization.ts';
import { setClientHosts } from './organizations/set-client-hosts.ts';
import { setUpOrganization } from './organizations/set-up-organization.ts';
import { acceptInvitation } from './people/accept-invitation.ts';
import { addPerson } from './people/add-person.ts';
import { createResetLink } from './people/create-reset-link.ts';
import { endPersonSessions } from './people/end-person-sessions.ts';
import { invitePerson } from './people/invite-person.ts';
import { leaveOrganization } from './people/leave-organization.ts';
import { listBelongings } from './people/list-belongings.ts';
import { listInvitations } from './people/list-invitations.ts';
import { listPeople } from './people/list-people.ts';
import { removePerson } from './people/remove-person.ts';
import { revokeInvitation } from './people/revoke-invitation.ts';
import { setPersonRole } from './people/set-person-role.ts';
import { continuePutBack } from './put-back/continue-put-back.ts';
import { listPutBackItems } from './put-back/list-put-back-items.ts';
import { listPutBacks } from './put-back/list-put-backs.ts';
import { preparePutBack } from './put-back/prepare-put-back.ts';
import { putBack } from './put-back/put-back.ts';
import { beginServiceAccount } from './service-accounts/begin-service-account.ts';
import { disconnectServiceAccount } from './service-accounts/disconnect-service-account.ts';
import { finishServiceAccount } from './service-accounts/finish-service-account.ts';
import { listServiceAccounts } from './service-accounts/list-service-accounts.ts';
import { browseTasks } from './tasks/browse-tasks.ts';
import { readTask } from './tasks/read-task.ts';
import type { AnyDefinition } from './tool.ts';
import { emptyTrash } from './trash/empty-trash.ts';
import { listTrash } from './trash/list-trash.ts';
import { purgeItem } from './trash/purge-item.ts';
import { restoreItem } from './trash/restore-item.ts';

const ofPeople = [
  organizationSettings,
  exportOrganization,
  renameOrganization,
  allowDomain,
  disallowDomain,
  setClientHosts,
  listPeople,
  addPerson,
  invitePerson,
  listInvitations,
  revokeInvitation,
  setPersonRole,
  createResetLink,
  endPersonSessions,
  listBelongings,
  removePerson,
  leaveOrganization,
  createAgent,
  listAgents,
  renameAgent,
  removeAgent,
  createKey,
  listKeys,
  rotateKey,
  revokeKey,
  allowClient,
  explainAccess,
  browseFolder,
  renameFolder,
  deleteFolder,
  listFolderViewers,
  shareFolder,
  unshareFolder,
  setAgentMemory,
  listTrash,
  restoreItem,
  purgeItem,
  emptyTrash,
  readItem,
  listItemVersions,
  compareVersions,
  preparePutBack,
  continuePutBack,
  listPutBackItems,
  putBack,
  listPutBacks,
  importItem,
  exportItem,
  browseTasks,
  readTask,
  listNews,
  markNewsSeen,
  listActivity,
  activityHistogram,
  exportActivity,
  connectOptions,
  listConnectAttempts,
  addConnection,
  checkService,
  editConnection,
  listConnections,
  readConnection,
  listConnectionTools,
  testConnection,
  approveServiceTools,
  markServiceTool,
  switchServiceTool,
  setConnectionCredentials,
  pauseConnection,
  resumeConnection,
  removeConnection,
  beginServiceAccount,
  finishServiceAccount,
  disconnectServiceAccount,
  listServiceAccounts,
] as const;

const ofAccounts = [
  myAccount,
  readClientRequest,
  refuseClient,
  listSessions,
  endSession,
  endOtherSessions,
  signOut,
  changeName,
  changeEmail,
  changePassword,
  listCompanyIdentities,
  unlinkCompanyIdentity,
  beginPasskey,
  addPasskey,
  listPasskeys,
  removePasskey,
  deleteAccount,
] as const;

const ofVisitors = [
  setUp,
  signInOptions,
  signIn,
  beginPasskeySignIn,
  signInPasskey,
  requestReset,
  readLink,
  acceptInvitation,
  resetPassword,
  beginCompanySignIn,
  finishCompanySignIn,
] as const;

const ofOperators = [
  setUpOrganization,
  createOrganization,
  listOrganizations,
  addCommandConnection,
  createSetUpLink,
  listAllConnectAttempts,
] as const;

/** What people do in the console and on the command line, through the same pipeline as every call. */
export const peopleTools: readonly AnyDefinition[] = ofPeople;

/** What people do with their own account, in whichever organization. */
export const accountTools: readonly AnyDefinition[] = ofAccounts;

/** What can be done before one is signed in. */
export const visitorTools: readonly AnyDefinition[] = ofVisitors;

/** What only whoever runs the installation may do, on its command line. */
export const operatorTools: readonly AnyDefinition[] = ofOperators;

export type PersonTool = (typeof ofPeople)[number];
export type AccountTool = (typeof ofAccounts)[number];
export type VisitorTool = (typeof ofVisitors)[number];
export type OperatorTool = (typeof ofOperators)[number];
