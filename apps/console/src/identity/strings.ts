import { consentRequestMs, durationWords, linkLifetimeMs, type WebhookStatus, type WebhookStop } from '@gatehouse/domain';
import { count } from '../kernel/words/count-words.ts';

// What people read on the pages of people, agents, keys, accounts and settings, a group for each component. Another language is another file of this shape.

export const accountPage = {
  account: 'Account',
  name: 'Name',
  shownNextToEverythingYou: 'Shown next to everything you and your agents do.',
  eMail: 'E-mail',
  youUseItToSign: 'You use it to sign in. Organizations still see the address they invited.',
  password: 'Password',
  changingItSignsOutEvery: 'Changing it signs out every other browser.',
  passkeys: 'Passkeys',
  signInWithYourDevice: 'Sign in with your device or a security key instead of a password.',
  sessions: 'Sessions',
  browsersWhereYoureSignedIn: "Browsers where you're signed in.",
  organizations: 'Organizations',
  ifYouLeaveOne: 'If you leave one, everything you created stays there.',
  deleteAccount: 'Delete account',
  youLeaveEveryOrganization: 'You leave every organization, and your account is deleted.',
  nameChanged: 'Name changed.',
  saveName: 'Save name',
  eMailChanged: 'E-mail changed.',
  saveEMail: 'Save e-mail',
  passwordChanged: 'Password changed. Other browsers were signed out.',
  currentPassword: 'Current password',
  newPassword: 'New password',
  changePassword: 'Change password',
  setPassword: 'Set password',
};

export const browserName = {
  unknown: 'A browser',
  on: (browser: string, system: string) => `${browser} on ${system}`,
};

export const companyIdentities = {
  companyIdentityUnlinked: 'Company identity unlinked. It can no longer sign in to this account.',
  company: 'Company',
  signInWithYourCompany: 'Sign in with your company account instead of a password.',
  linked: 'Linked',
  unlink: 'Unlink',
  itCanNoLongerSign: 'It can no longer sign in to this account. Browsers that used it stay signed in.',
  link: (host: string) => `Link ${host}`,
  continueAndLink: 'Continue and link',
  youllSignInThereAnd: "You'll sign in there and then return here.",
};

export const deleteAccount = {
  deleteAccountMore: 'Delete account…',
  yourAgentsKeysStopWorking:
    "Your agents' keys stop working immediately. Everything that you and your agents created stays with each organization.",
  deleteAccount: 'Delete account',
};

export const organizations = {
  leave: (name: string) => `Leave ${name}`,
  leave2: 'Leave',
  yourKeysInStopWorking: (name: string) => `Your keys in ${name} stop working immediately. Everything you created stays.`,
};

export const ownPassword = {
  yourPassword: 'Your password',
  signInAgain: 'Sign in again',
};

export const passkeys = {
  passkeys: 'Passkeys',
  addPasskeyMore: 'Add passkey…',
  passkeyRemoved: (name: string) => `Passkey ${name} removed.`,
  created: 'Created',
  used: 'Used',
  remove: 'Remove',
  passkey: (name: string) => `the passkey ${name}`,
  removePasskey: 'Remove passkey',
  canNoLongerSignYou: (name: string) => `${name} can no longer sign you in. Browsers that used it stay signed in.`,
  passkeyAdded: (name: string) => `Passkey ${name} added.`,
  passkeyName: 'Passkey name',
  addPasskey: 'Add passkey',
};

export const sessions = {
  signedOutOf: (browserName: string) => `Signed out of ${browserName}.`,
  signedOutOfOtherBrowsers: (otherBrowsers: number) => `Signed out of ${count(otherBrowsers, 'other browser')}.`,
  thisBrowser: 'This browser',
  used: 'Used',
  signOutOf: (browserName: string) => `Sign out of ${browserName}`,
  signOut: 'Sign out',
  signOutEverywhereElse: 'Sign out everywhere else',
};

export const agentPanel = {
  agent: 'Agent',
  name: 'Name',
  worksFor: 'Works for',
  connected: 'Connected',
  lastCall: 'Last call',
  calls7Days: 'Calls (7 days)',
  activity: 'Activity',
  signIn: 'Sign-in',
  takeBack: 'Take back',
  sinceItWasConnected: 'Since it was connected',
  noActiveKeys: 'No active keys',
  activeKeys: 'Active keys',
  createKey: 'Create key',
  inactiveKeys: 'Inactive keys',
  checkAccess: 'Check access',
  moreKeys: 'More keys',
  thisIsNewKey: "This is the new key. Copy it now: you won't see it again.",
  oldKeyExpires: 'The old key expires',
  oldKeyNoLongerWorks: 'The old key no longer works.',
  newKey: 'the new key',
};

export const agentsPage = {
  agents: 'Agents',
  connectAgent: 'Connect agent',
  noAgentsYet: 'No agents yet',
  agentIsProgramOrAssistant:
    'An agent is a program or an assistant that works for a person. It sees what that person sees, and the activity log shows every call it makes.',
  agent: 'Agent',
  worksFor: 'Works for',
  keys: 'Keys',
  keysKeys: (keys: number) => count(keys, 'key'),
  noneActive: 'None active',
  calls7Days: 'Calls (7 days)',
  lastCall: 'Last call',
};

export const attempt = {
  connected: 'Connected',
  inProgress: 'In progress',
  stopped: 'Stopped',
  unknownClient: 'Unknown client',
  steps: 'Steps',
  refused: (request: string, error: string) => `Its ${request} was refused (${error}).`,
  /** What a client asked for, by its step. */
  requests: {
    challenge: 'call',
    metadata: 'metadata request',
    registration: 'registration',
    authorization: 'authorization request',
    consent: 'consent request',
    return: 'return from the consent page',
    token: 'token request',
    connection: 'call',
    refresh: 'token renewal',
    revocation: 'sign-out request',
  },
};

/** What happened to a client that signs in, and what to do, by the reason of its attempt. */
export const attemptWords = {
  connected: { why: 'It is signed in and has called tools.' },
  not_called: { why: "It is signed in but hasn't called a tool yet." },
  ended: { why: 'Its access was revoked, or its person left.', change: 'If you still need it, sign in again from the client.' },
  wrong_key: {
    why: 'It sends a key that is not valid here.',
    change: (origin: string) => `Give it a working key and the address ${origin}/mcp/key, or no key so that it signs in.`,
  },
  wrong_token: {
    why: 'Its token expired or was revoked.',
    change: 'Most clients renew it automatically. If this one does not, sign in again from the client.',
  },
  did_not_look: {
    why: "It was told where to sign in but didn't ask there.",
    change: (origin: string) =>
      `It may not support sign-in. Give it a key and the address ${origin}/mcp/key. Otherwise check that it can reach ${origin}/.well-known/oauth-protected-resource/mcp.`,
  },
  metadata_read: {
    why: 'It read how to sign in, and stopped there.',
    change: 'Click Authenticate, Connect or Sign in in the client. Leave its client ID and secret empty.',
  },
  registered: {
    why: 'It registered, but no browser came to sign in.',
    change: (origin: string) => `Open the address that it shows in a browser that can reach ${origin}.`,
  },
  not_answered: {
    why: 'The consent page was opened, but no one has answered it.',
    change: `Sign in on that page and click Allow within ${durationWords(consentRequestMs)}. Otherwise start again in the client.`,
  },
  not_returned: {
    why: "It was allowed, but the browser didn't return to it.",
    change: 'Start again in the client, and keep the page open until the client says that it is connected.',
  },
  token_not_fetched: {
    why: "The browser returned to the client, but the client didn't ask for its token.",
    change: 'Check that the client is still running. If it listens on localhost, the browser must be on the same machine.',
  },
  token_unused: { why: "It has a token but hasn't used it.", change: 'Let the client list its tools, or restart it.' },
  renewed: { why: "It renewed its token but hasn't called a tool.", change: 'Let the client list its tools, or restart it.' },
  signed_out: { why: 'It signed out.', change: 'If you still need it, sign in again from the client.' },
  refused_for_now: { change: 'Wait a few minutes: too many requests came from this address.' },
  refused_address: { change: (origin: string) => `Enter exactly ${origin}/mcp as the server address in the client.` },
  refused_by_person: { change: 'Start again in the client, and click Allow.' },
  refused_client: { change: 'Remove the server in the client and add it again, so that it registers again.' },
  refused_document: {
    change: "The gateway can't read the page that describes this client. Ask your administrator to let it reach that address.",
  },
  refused_redirect: {
    change: 'Its redirect URI must use https, localhost or an app scheme, without a fragment or a user name.',
  },
  refused_late: {
    change: `Answer within ${durationWords(consentRequestMs)} in the browser that the client opened. Otherwise start again in the client.`,
  },
  refused_flow: { change: 'Update the client: it must use the code flow with PKCE (S256).' },
  refused_grant: { change: 'Sign in again from the client.' },
};

export const attemptsPage = {
  connectDoctor: 'Connect doctor',
  agents: 'Agents',
  noSignInAttempts: 'No sign-in attempts',
  signInAttemptsOfClients: 'Sign-in attempts of clients are kept for a day. Your administrator can see earlier steps with',
};

export const latestAttempt = {
  waitingForClientToSign: 'Waiting for the client to sign in…',
  connectDoctor: 'Connect doctor',
  listsEveryAttemptFromLast: 'lists every attempt from the last day.',
};

export const clientGuides = {
  gatehousePageOpens: 'A Gatehouse page opens. Choose the organization and access, and click Allow.',
  claude: 'Claude',
  inClaudeWeb: 'In Claude (web, desktop or phone), go to Settings → Connectors → Add custom connector. Enter this server address:',
  leaveClientIdAndSecret: 'Leave the client ID and secret empty. Click Add, then Connect.',
  forClaudeCode: 'For Claude Code, run this in a shell. Then type /mcp and choose Authenticate:',
  claudeMcpAddTransportHttp: (url: string) => `claude mcp add --transport http gatehouse ${url}`,
  chatgpt: 'ChatGPT',
  inChatgptOnWeb:
    'In ChatGPT on the web, go to Settings → Apps & Connectors → Advanced settings and turn on developer mode. Click Create and enter this MCP server address:',
  chooseOauthForAuthentication: 'Choose OAuth for authentication. Leave the client ID and secret empty, and click Create.',
  cursor: 'Cursor',
  clickOpenCursor: 'Click Open Cursor, then Install. Or add this to ~/.cursor/mcp.json:',
  inCursor: 'In Cursor, go to Settings → MCP and click Connect (Needs authentication) next to gatehouse.',
  vsCode: 'VS Code',
  clickOpenVsCode: 'Click Open VS Code, then Install. Or add this to .vscode/mcp.json:',
  startServer: 'Start the server. When VS Code asks to sign in, click Allow.',
};

export const clientSteps = {
  signsInOnItsOwn: (title: string) => `${title} signs in on its own and needs no key. It sees what you see, within the access you allow.`,
  runsOnInternetAndCant: (title: string, url: string) =>
    `${title} runs on the internet and can't reach ${url}. Set GATEHOUSE_BASE_URL to a public https address.`,
  open: (title: string) => `Open ${title}`,
  address: 'the address',
  configuration: (title: string) => `the ${title} configuration`,
};

export const connectPage = {
  typeOfAgent: 'Type of agent',
  program: 'Program',
  connectAgent: 'Connect agent',
  createKey: 'Create key',
  agents: 'Agents',
};

export const expiries = {
  oneDay: '1 day',
  sevenDays: '7 days',
  thirtyDays: '30 days',
  ninetyDays: '90 days',
  oneYear: '1 year',
  never: 'Never',
};

export const keyForm = {
  anotherKeyFor: (name: string, ownerName: string) => `Another key for ${name}. It sees what ${ownerName} sees, within these limits.`,
  createKeyForProgramOr:
    'Create a key for a program or an assistant. It sees what its person sees, and the activity log shows every call under its name.',
  keyName: 'Key name',
  whereYouUseIt: 'Where you use it',
  name: 'Name',
  releaseBot: 'release-bot',
  access: 'Access',
  read: 'Read',
  readAndWrite: 'Read and write',
  expires: 'Expires',
  createKey: 'Create key',
  worksFor: 'Works for',
  agentSeesWhatTheySee: 'The agent sees what they see.',
};

export const keyGuard = {
  leaveWithoutCopyingKey: 'Leave without copying the key?',
  close: 'Close',
  youWontSeeThisKey: "You won't see this key again. Without it you need a new one.",
  stay: 'Stay',
  key: 'the key',
  leave: 'Leave',
};

export const limitsField = {
  limits: 'Limits:',
  workspaceTools: 'Workspace tools',
  all: 'All',
  selected: 'Selected',
  services: 'Services',
  none: 'None',
  noServicesAreConnectedYet: 'No services are connected yet.',
  ofTools: (chosen: number, tools: number) => `${chosen} of ${count(tools, 'tool')}`,
  allTools: 'all tools',
  servicesServices: (services: number) => count(services, 'service'),
  allServices: 'all services',
  noServices: 'no services',
  tools: (tools: number) => count(tools, 'tool'),
  allTools2: 'All tools',
};

export const newKey = {
  keyOf: (name: string) => `${name}'s key`,
  copyItNow: "Copy it now. We store only a hash, so you won't see it again.",
  itWorksUntil: (time: string) => `It works until ${time}.`,
  key: 'the key',
  backToAgents: 'Back to agents',
};

export const nextSteps = {
  itWorks: 'It works.',
  nextSteps: 'Next steps:',
  viewActivity: 'View activity',
  inviteSomeone: 'Invite someone',
  viewKeys: 'View keys',
};

/** Where what is shown for each kind of program goes. */
export const snippets = {
  shell: 'Run in a shell',
  typescript: 'For Node, Deno or Bun',
  python: 'For Python 3, no packages needed',
  claudeDesktop: 'Add to claude_desktop_config.json',
  cursor: 'Add to ~/.cursor/mcp.json, or to .cursor/mcp.json in a project',
  vsCode: 'Add to .vscode/mcp.json. VS Code asks for the key once and stores it.',
  other: 'For any other client',
  gatehouseKey: 'Gatehouse key',
};

/** Of the groups of tools. */
export const workspaceTools = {
  find: 'Find',
  documents: 'Documents',
  files: 'Files and skills',
  folders: 'Folders and versions',
  tasks: 'Tasks',
};

export const firstCall = {
  over: 'over',
  from: (sdk: string) => `from ${sdk}`,
  in: (duration: string) => `in ${duration}`,
  failedWith: 'failed with',
  end: '. The key works:',
  seeWhatWentWrong: 'see what went wrong',
  waitingForFirstCall: 'Waiting for the first call…',
};

export const keyEntry = {
  neverUsed: 'Never used',
  used: 'Used',
  callsIn7Days: (calls: number) => `, ${count(calls, 'call')} in 7 days`,
  tools: (tools: number) => count(tools, 'tool'),
  noServices: 'no services',
  services: (services: number) => count(services, 'service'),
  limitedTo: (limits: string) => `Limited to ${limits}`,
  revoked: 'Revoked',
  neverExpires: 'Never expires',
  expired: 'Expired',
  expires: 'Expires',
  replacedExpired: 'Replaced, expired',
  replacedExpires: 'Replaced, expires',
};

export const removeAgent = {
  removed: (name: string, keys: number) => `${name} removed.${keys === 0 ? '' : ` ${count(keys, 'key')} revoked.`}`,
  remove: 'Remove',
  removeAgent: 'Remove agent',
  itHasNoActiveKeys: 'It has no active keys, so no program stops working.',
  itsKeysStopWorking: (keys: number) => (keys === 1 ? 'Its key stops working' : `Its ${count(keys, 'key')} stop working`),
  immediatelyAndItsOpenConnections: 'immediately, and its open connections close. Last call:',
  whatItDidStaysIn: "Its changes stay in version histories, and its calls stay in the log. This can't be undone.",
};

export const renameAgent = {
  rename: 'Rename',
  renamed: (from: string, to: string) => `${from} renamed to ${to}.`,
  name: 'Name',
  save: 'Save',
  cancel: 'Cancel',
};

export const revokeKey = {
  keyRevoked: (key: string, agent: string) => `Key ${key} of ${agent} revoked.`,
  revoke: 'Revoke',
  revokeKey: 'Revoke key',
  stopsWorkingImmediatelyAndIts: (name: string) => `${name} stops working immediately, and its open connections close.`,
  keyThatReplacedItKeeps: 'The key that replaced it keeps working.',
  lastCall: 'Last call:',
  thisCantBeUndone: "This can't be undone.",
};

export const rotateKey = {
  stopNow: 'Stop now',
  oneHour: '1 hour',
  oneDay: '1 day',
  sevenDays: '7 days',
  rotate: (keyPrefix: string) => `Rotate ${keyPrefix}…`,
  rotate2: 'Rotate',
  newKeyHasSameAccess: 'The new key has the same access and limits. How long should the old key keep working?',
  keepOldKeyWorking: 'Keep the old key working',
  createKey: 'Create key',
};

export const whyNot = {
  key: 'Key',
  tool: 'Tool',
  editDocOrServiceTool: 'edit_doc or service__tool',
  item: 'Item',
  doc: 'doc_…, file_…, task_…, folder_…',
  checkAccess: 'Check access',
};

export const askBrowser = {
  thisDeviceAlreadyHasPasskey: 'This device already has a passkey for your account.',
  passkeysWorkOnlyAt: (host: string) => `Passkeys work only at ${host}. Open this page there.`,
  noPasskeyWasUsed: 'No passkey was used. You may have canceled, or it took too long. Try again.',
  yourBrowserCouldntUsePasskey: "Your browser couldn't use a passkey. Try another browser or device.",
};

export const invitePanel = {
  inviteAnother: 'Invite another',
  eMail: 'E-mail',
  name: 'Name',
  theyCanChangeItLater: 'They can change it later.',
  role: 'Role',
  createInviteLink: 'Create invite link',
};

export const madeLink = {
  linkSentTo: (to: string) => `Link sent to ${to}.`,
  eMailCouldntBeSent: "The e-mail couldn't be sent. Check the address, or send the link yourself.",
  youCanAlsoSendLink: 'You can also send the link yourself.',
  sendThisLinkTo: (to: string) => `Send this link to ${to}.`,
  copyItNow: "Copy it now: you won't see it again. It works once and expires",
  link: 'the link',
};

export const peoplePage = {
  people: 'People',
  invitePerson: 'Invite person',
  person: 'Person',
  eMail: 'E-mail',
  role: 'Role',
  account: 'Account',
  invited: 'Invited',
  active: 'Active',
  none: 'None',
  added: 'Added',
};

export const personPanel = {
  person: 'Person',
  eMail: 'E-mail',
  role: 'Role',
  account: 'Account',
  active: 'Active',
  none: 'None',
  added: 'Added',
  signIn: 'Sign-in',
  remove: 'Remove',
  roleChanged: (name: string, role: string) => `${name}'s role changed to ${role}.`,
  wasSignedOutOfBrowsers: (name: string, browsers: number) => `${name} was signed out of ${count(browsers, 'browser')}.`,
  createInviteLink: 'Create invite link',
  createResetLink: 'Create reset link',
  signOutEverywhere: 'Sign out everywhere',
  invitationForRevoked: (email: string) => `Invitation for ${email} revoked. Its link no longer works.`,
  invitation: 'Invitation',
  created: 'Created',
  expires: 'Expires',
  createNewLink: 'Create new link',
  revoke: 'Revoke',
};

export const removePerson = {
  removed: (name: string) => `${name} removed.`,
  remove: (name: string) => `Remove ${name}…`,
  newOwnerOf: (whatStays: string) => `New owner of ${whatStays}`,
  removeName: (name: string) => `Remove ${name}`,
  keysStop: (keys: number) => ` ${count(keys, 'key')} of their agents ${keys === 1 ? 'stops' : 'stop'} working.`,
  connectionsEnd: (connections: number) => ` ${count(connections, 'private connection')} ${connections === 1 ? 'is' : 'are'} disconnected.`,
  losesAccessImmediately: (name: string, keys: string, connections: string) =>
    `${name} loses access immediately.${keys}${connections} Everything they created stays.`,
  folders: (folders: number) => count(folders, 'folder'),
  tasks: (tasks: number) => count(tasks, 'task'),
  connections: (connections: number) => count(connections, 'connection'),
};

export const roles = {
  roleNames: { owner: 'Owner', admin: 'Admin', member: 'Member' },
  words: {
    owner: 'Owner: full access',
    admin: 'Admin: full access except to owners',
    member: 'Member: the workspace and their own agents',
  },
};

export const allowedDomains = {
  removed: (domain: string) => `${domain} removed. People who already joined stay.`,
  companyDomains: 'Company domains',
  peopleWhoSignInWith: 'People who sign in with the company and have a verified address in one of these domains join as members.',
  remove: (domain: string) => `Remove ${domain}`,
  remove2: 'Remove',
  domain: 'Domain',
  exampleCom: 'example.com',
  addDomain: 'Add domain',
};

export const clientHosts = {
  peopleCanNowAllowAny: 'People can now allow any client.',
  removed: (host: string) => `${host} removed. Clients that were already allowed keep working.`,
  clientsThatSignIn: 'Clients that sign in',
  peopleCanLetAnyClient: 'People can let any client act for them. Add hosts to allow only clients from there.',
  peopleCanLetClientsFrom: 'People can let clients from these hosts act for them.',
  remove: (host: string) => `Remove ${host}`,
  remove2: 'Remove',
  host: 'Host',
  forExampleClaudeAi: "For example claude.ai, chatgpt.com, localhost for programs on the person's own machine, or a scheme such as cursor:",
  addHost: 'Add host',
};

export const exportOrganization = {
  exportEverything: 'Export everything',
  stopLines: (lines: number) => `Stop (${count(lines, 'line')})`,
};

export const houseRules = {
  houseRules: 'House rules',
  everyAgentGetsThem: 'Every agent of the organization gets this text when it connects.',
  none: 'None.',
  text: 'Text',
  upToBytes: (bytes: number) => `Plain text, up to ${bytes} bytes. Leave it empty for no rules.`,
  save: 'Save house rules',
  saved: 'House rules saved. Agents get them when they connect next.',
  removed: 'House rules removed.',
};

const webhookErrors: Record<string, string> = {
  timeout: "it didn't answer within 15 seconds",
  unreachable: "it can't be reached. It needs an https address that isn't in a private network, unless your administrator allows it",
  no_answer: 'it closed the connection without an answer',
};

function webhookError(error: string | null): string {
  return webhookErrors[error ?? ''] ?? `it answered ${(error ?? '').replace('status_', '')}`;
}

const stoppedWebhooks = {
  failing: 'Stopped: the receiver failed for 5 days. Repair it, then resume.',
  gone: 'Stopped: the receiver answered 410, which says that it no longer exists.',
  no_creator: 'Stopped: its creator left the organization. Create another webhook.',
};

export const webhooks = {
  webhooks: 'Webhooks',
  tellAnAddress: 'Tell an address of yours what happens. Events are signed and have no contents.',
  createWebhook: 'Create webhook',
  webhookName: 'Webhook name',
  address: 'Receiver address',
  anHttpsAddress: 'For example https://hooks.example.com/gatehouse',
  events: 'Events',
  eventNames: {
    'item.changed': 'Documents, files and skills',
    'folder.changed': 'Folders',
    'task.changed': 'Tasks',
    'call.refused': 'Refused calls',
    'tool.held': 'Held tools',
  },
  create: 'Create',
  cancel: 'Cancel',
  copyTheSecret: "Copy the secret now. You won't see it again.",
  secret: 'Secret',
  done: 'Done',
  sendTestEvent: 'Send test event',
  sendTestEventTo: (name: string) => `Send test event to ${name}`,
  testDelivered: (name: string) => `${name} took the test event.`,
  testFailed: (error: string) => `The test event wasn't taken: ${error}.`,
  errorWords: webhookError,
  stateOf: ({ status, stopReason, failures, lastError }: WebhookState) => {
    if (status === 'stopped') return stoppedWebhooks[stopReason ?? 'failing'];
    if (status === 'paused') return 'Paused. Events wait until you resume it.';
    return failures === 0 ? 'Active.' : `Failing: ${webhookError(lastError)}. It is tried again.`;
  },
  skipped: (events: number) => `${count(events, 'event')} skipped: the receiver refused them for a day. The last:`,
  lastDelivered: 'Last delivered',
  pause: 'Pause',
  pauseNamed: (name: string) => `Pause ${name}`,
  resume: 'Resume',
  resumeNamed: (name: string) => `Resume ${name}`,
  remove: 'Remove',
  removeWebhook: 'Remove webhook',
  removed: (name: string) => `${name} removed.`,
  nothingMoreIsSent: 'Nothing more is sent to its address, and its secret is deleted.',
};

interface WebhookState {
  status: WebhookStatus;
  stopReason: WebhookStop | null;
  failures: number;
  lastError: string | null;
}

export const inForce = {
  limits: 'Limits',
  setByYourAdministrator: 'Set by your administrator.',
  key: 'Key',
  callsPerMinute: (calls: string) => `${calls} calls per minute`,
  session: 'Session',
  document: 'Document',
  file: 'File',
  service: 'Service',
  timesOutAfterSeconds: (seconds: number) => `Times out after ${count(seconds, 'second')}`,
  retention: 'Retention',
  howLongDataIsKept: 'How long data is kept.',
  activity: 'Activity',
  trash: 'Trash',
  storage: 'Storage',
  currentVersionsOnly: 'Current versions only.',
  countsOnlyNewest10: 'Counts only the newest 10,000 of each type.',
  type: 'Type',
  items: 'Items',
  size: 'Size',
  about: 'About',
  aboutThisGateway: 'About this gateway.',
  gatehouse: 'Gatehouse',
  database: 'Database',
  sqlite: 'SQLite',
  postgresql: 'PostgreSQL',
  address: 'Address',
  organization: 'Organization',
  created: 'Created',
  storageNames: { documents: 'Documents', files: 'Files', skills: 'Skills', trash: 'Trash' },
  unknown: 'Unknown',
  forever: 'Forever',
  days: (days: number) => count(days, 'day'),
};

export const settingsPage = {
  settings: 'Settings',
  organization: 'Organization',
  nameThatEveryoneSees: 'The name that everyone sees.',
  people: 'People',
  yourRole: (role: string) => `Your role: ${role}.`,
  peopleAndInvitations: 'People and invitations',
  export: 'Export',
  currentPeople: "Current people, agents, folders, tasks, documents, files and skills as JSON lines. Keys and credentials aren't included.",
  organizationRenamedTo: (name: string) => `Organization renamed to ${name}.`,
  name: 'Name',
  saveName: 'Save name',
};

export const allowPage = {
  read: 'Read',
  readAndWrite: 'Read and write',
  thisSignInCantContinue: "This sign-in can't continue",
  itsNameIsntVerified: "Its name isn't verified",
  itsPublishedBy: (clientHost: string) => `It's published by ${clientHost}`,
  letActForYou: (clientName: string) => `Let ${clientName} act for you?`,
  youAreSignedInAs: (name: string, email: string, who: string, redirectTo: string) =>
    `You are signed in as ${name} (${email}). ${who}, and you'll return to ${redirectTo}.`,
  organization: 'Organization',
  access: 'Access',
  expiresAfter: 'Expires after',
  allow: (clientName: string) => `Allow ${clientName}`,
  deny: 'Deny',
  itSeesWhatYouSee: 'It sees what you see, and the activity log shows every call it makes. You can revoke it at any time under Agents.',
  openGatehouse: 'Open Gatehouse',
};

export const companyPage = {
  companySignInFailed: 'Company sign-in failed',
  signIn: 'Sign in',
};

export const endedAgents = {
  revokeProgramsAndClientsThat: 'Revoke the programs and clients that act as me',
  chooseThisIfSomeoneElse: "Choose this if someone else may have used your account. Each of them sees what you see until it's revoked.",
  programsAndClientsThatAct: 'Programs and clients that act as you',
  selectOnesToKeep: 'Select the ones to keep. The others are revoked.',
  allOfThemAreKept: 'All of them are kept.',
  client: 'a client',
  program: 'a program',
  in: (organization: string) => `in ${organization},`,
  created: 'created',
  used: 'used',
};

export const endedServices = {
  ends: { credentials: 'credentials are deleted', account: 'your account is disconnected' },
  somebodyElseHasSeenThis:
    'Someone else has seen this link. Saving the password therefore also disconnects these services. You can connect them again afterwards.',
  in: (name: string, organization: string, end: string) => `${name} in ${organization}: ${end}`,
};

export const forgottenPage = {
  checkYourEMail: 'Check your e-mail',
  ifHasAccountWeveSent: (asked: string) =>
    `If ${asked} has an account, we've sent a link to it. It works once and expires in ${durationWords(linkLifetimeMs.reset)}.`,
  signIn: 'Sign in',
  forgotYourPassword: 'Forgot your password?',
  wellEMailYouLink: "We'll e-mail you a link to choose a new one.",
  eMail: 'E-mail',
  sendLink: 'Send link',
};

export const invitationPage = {
  organization: 'the organization',
  join: (organization: string) => `Join ${organization}`,
  yourAdministrator: 'Your administrator',
  invitedYouAs: (invitedBy: string, role: string) => `${invitedBy} invited you as ${role === 'member' ? 'a' : 'an'} ${role}.`,
  youAreSignedInAs: (lead: string, name: string, email: string) => `${lead} You are signed in as ${name} (${email}).`,
  joinAs: (name: string) => `Join as ${name}`,
  eMail: 'E-mail',
  yourName: 'Your name',
  join2: 'Join',
  joinWith: 'Join with',
  alreadyHaveAccount: 'Already have an account?',
  signInToJoin: 'Sign in to join',
};

export const keptWaysIn = {
  otherWaysToSignIn: 'Other ways to sign in to this account',
  selectOnesToKeep: 'Select the ones to keep. The others are removed.',
  passkey: (name: string) => `${name}, a passkey`,
  created: 'created',
  used: 'used',
  atLinked: (host: string) => `at ${host}, linked`,
};

export const newPassword = {
  password: 'Password',
  atLeast10Characters: 'At least 10 characters',
};

export const noOrganizationPage = {
  noOrganization: 'No organization',
  doesntBelongToOrganization: (email: string) => `${email} doesn't belong to an organization. Ask an owner or admin for an invite link.`,
  signOut: 'Sign out',
};

export const resetPage = {
  chooseNewPassword: 'Choose a new password',
  everyOtherBrowserWillBe: 'Every other browser will be signed out. This one will be signed in.',
  eMail: 'E-mail',
  newPassword: 'New password',
  savePassword: 'Save password',
};

export const setUpPage = {
  youllBeFirstOwner: "You'll be the first owner. Existing content is kept.",
  youllBeFirstToSign: (organization: string) => `You'll be the first to sign in to ${organization}, as its owner.`,
  setUpYourWorkspace: 'Set up your workspace',
  organization: 'Organization',
  yourName: 'Your name',
  eMail: 'E-mail',
  createWorkspace: 'Create workspace',
};

export const signInPage = {
  signIn: 'Sign in',
  eMail: 'E-mail',
  password: 'Password',
  signInWith: 'Sign in with',
  forgotYourPassword: 'Forgot your password?',
  noAccount: 'No account, or forgot your password? Ask an owner or admin for a link. Administrators can create one with',
  usePasskey: 'Use a passkey',
};

export const link = {
  thisLinkDoesntWork: "This link doesn't work",
  itsForAnotherPage: "It's for another page. Open it exactly as you received it.",
};

export const visitorPage = {
  gatehouse: 'Gatehouse',
};
