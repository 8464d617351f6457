import { deleteAccount } from './account-life/delete-account.ts';
import { readLink } from './account-life/read-link.ts';
import { resetPassword } from './account-life/reset-password.ts';
import { setUp } from './account-life/set-up.ts';
import { createAgent } from './agents/create-agent.ts';
import { listAgents } from './agents/list-agents.ts';
import { removeAgent } from './agents/remove-agent.ts';
import { renameAgent } from './agents/rename-agent.ts';
import { beginCompanySignIn } from './company/begin-company-sign-in.ts';
import { finishCompanySignIn } from './company/finish-company-sign-in.ts';
import { listCompanyIdentities } from './company/list-company-identities.ts';
import { unlinkCompanyIdentity } from './company/unlink-company-identity.ts';
import { addToGroup } from './groups/add-to-group.ts';
import { createGroup } from './groups/create-group.ts';
import { deleteGroup } from './groups/delete-group.ts';
import { linkGroup } from './groups/link-group.ts';
import { listGroupPeople } from './groups/list-group-people.ts';
import { listGroups } from './groups/list-groups.ts';
import { removeFromGroup } from './groups/remove-from-group.ts';
import { renameGroup } from './groups/rename-group.ts';
import { acceptInvitation } from './invitations/accept-invitation.ts';
import { invitePerson } from './invitations/invite-person.ts';
import { listInvitations } from './invitations/list-invitations.ts';
import { revokeInvitation } from './invitations/revoke-invitation.ts';
import { createKey } from './keys/create-key.ts';
import { editKey } from './keys/edit-key.ts';
import { listDirectTools } from './keys/list-direct-tools.ts';
import { listKeys } from './keys/list-keys.ts';
import { revokeKey } from './keys/revoke-key.ts';
import { rotateKey } from './keys/rotate-key.ts';
import { whoami } from './keys/whoami.ts';
import { createSetUpLink } from './links/create-set-up-link.ts';
import { requestReset } from './links/request-reset.ts';
import { allowClient } from './oauth/allow-client.ts';
import { readClientRequest } from './oauth/read-client-request.ts';
import { refuseClient } from './oauth/refuse-client.ts';
import { connectOptions } from './oauth-diagnostics/connect-options.ts';
import { listAllConnectAttempts } from './oauth-diagnostics/list-all-connect-attempts.ts';
import { listConnectAttempts } from './oauth-diagnostics/list-connect-attempts.ts';
import { allowDomain } from './organizations/allow-domain.ts';
import { createOrganization } from './organizations/create-organization.ts';
import { disallowDomain } from './organizations/disallow-domain.ts';
import { listOrganizations } from './organizations/list-organizations.ts';
import { renameOrganization } from './organizations/rename-organization.ts';
import { setAgentsReadOnly } from './organizations/set-agents-read-only.ts';
import { setClientHosts } from './organizations/set-client-hosts.ts';
import { setHouseRules } from './organizations/set-house-rules.ts';
import { setUpOrganization } from './organizations/set-up-organization.ts';
import { addPasskey } from './passkeys/add-passkey.ts';
import { beginPasskey } from './passkeys/begin-passkey.ts';
import { beginPasskeySignIn } from './passkeys/begin-passkey-sign-in.ts';
import { listPasskeys } from './passkeys/list-passkeys.ts';
import { removePasskey } from './passkeys/remove-passkey.ts';
import { signInPasskey } from './passkeys/sign-in-passkey.ts';
import { addPerson } from './people/add-person.ts';
import { createResetLink } from './people/create-reset-link.ts';
import { endPersonSessions } from './people/end-person-sessions.ts';
import { leaveOrganization } from './people/leave-organization.ts';
import { listBelongings } from './people/list-belongings.ts';
import { listMembers } from './people/list-members.ts';
import { listPeople } from './people/list-people.ts';
import { removePerson } from './people/remove-person.ts';
import { setPersonRole } from './people/set-person-role.ts';
import { endOtherSessions } from './sessions/end-other-sessions.ts';
import { endSession } from './sessions/end-session.ts';
import { listSessions } from './sessions/list-sessions.ts';
import { myAccount } from './sessions/my-account.ts';
import { signOut } from './sessions/sign-out.ts';
import { changeEmail } from './sign-in/change-email.ts';
import { changeName } from './sign-in/change-name.ts';
import { changePassword } from './sign-in/change-password.ts';
import { signIn } from './sign-in/sign-in.ts';
import { signInOptions } from './sign-in/sign-in-options.ts';

/** Tools for people, accounts, organizations, agents, keys and signing in. */
export const identityTools = [
  acceptInvitation,
  addPasskey,
  addPerson,
  addToGroup,
  allowClient,
  allowDomain,
  beginCompanySignIn,
  beginPasskey,
  beginPasskeySignIn,
  changeEmail,
  changeName,
  changePassword,
  connectOptions,
  createAgent,
  createGroup,
  createKey,
  createOrganization,
  createResetLink,
  createSetUpLink,
  deleteAccount,
  deleteGroup,
  disallowDomain,
  editKey,
  endOtherSessions,
  endPersonSessions,
  endSession,
  finishCompanySignIn,
  invitePerson,
  leaveOrganization,
  linkGroup,
  listAgents,
  listAllConnectAttempts,
  listBelongings,
  listCompanyIdentities,
  listConnectAttempts,
  listGroupPeople,
  listGroups,
  listInvitations,
  listDirectTools,
  listKeys,
  listMembers,
  listOrganizations,
  listPasskeys,
  listPeople,
  listSessions,
  myAccount,
  readClientRequest,
  readLink,
  refuseClient,
  removeAgent,
  removeFromGroup,
  removePasskey,
  removePerson,
  renameAgent,
  renameGroup,
  renameOrganization,
  requestReset,
  resetPassword,
  revokeInvitation,
  revokeKey,
  rotateKey,
  setAgentsReadOnly,
  setClientHosts,
  setHouseRules,
  setPersonRole,
  setUp,
  setUpOrganization,
  signIn,
  signInOptions,
  signInPasskey,
  signOut,
  unlinkCompanyIdentity,
  whoami,
] as const;
