import { count } from '../kernel/words/count-words.ts';

// What people read on the pages of services, a group for each component. Another language is another file of this shape.
export const accountNotice = {
  allCalls: 'All calls',
  callsByYouAndYour: 'Calls by you and your agents',
  toAreRefusedUntilAccount: (whose: string, name: string) => `${whose} to ${name} are refused until an account is connected:`,
};

export const accountWords = {
  reconnectAccount: 'Reconnect the account',
  connectAccount: 'Connect the account',
  reconnectYourAccount: 'Reconnect your account',
  connectYourAccount: 'Connect your account',
};

export const callbackPage = {
  as: (label: string) => ` as ${label}`,
  accountAtConnected: (name: string, more: string, tools: number) => `Account at ${name} connected${more}: ${count(tools, 'tool')}.`,
  couldntListToolsOf: (name: string) => `Couldn't list the tools of ${name}. Test the service to try again.`,
  finishingSignIn: 'Finishing sign-in',
  connectingYourAccountAt: 'Connecting your account at',
  service: 'the service',
  yourAccountIsntConnected: "Your account isn't connected",
  signIn: 'Sign in',
  yourGatehouseSessionEndedIn: 'Your Gatehouse session ended in the meantime, so no account was connected. Sign in and connect it again.',
  thisSignInWasStarted: 'This sign-in was started in another tab. Open the service under Services and connect your account there.',
  tryAgain: 'Try again',
  backTo: (name: string) => `Back to ${name}`,
  openGatehouse: 'Open Gatehouse',
  openServices: 'Open services',
};

export const connectButton = {
  account: 'the account',
  yourAccount: 'your account',
  reconnect: (whose: string) => `Reconnect ${whose}`,
  connectDifferentAccount: 'Connect a different account',
  connect: (whose: string) => `Connect ${whose}`,
};

export const findConnectionPage = {
  serviceNotFound: 'Service not found',
  itWasDisconnected: "It was disconnected, or you don't have access to it. Ask the person who sent you the link.",
  openGatehouse: 'Open Gatehouse',
};

export const ownAccount = {
  organizationsAccount: "The organization's account",
  yourAccount: 'Your account',
  connected: 'Connected',
  as: 'as',
  since: 'since',
  allCallsToUseThis: (name: string) => `All calls to ${name} use this account.`,
  callsToByYouAnd: (name: string) => `Calls to ${name} by you and your agents use this account.`,
  expired: (name: string) => `Expired: ${name} no longer accepts it. `,
  notConnected: 'Not connected. ',
  untilItsConnected: (name: string) => `Until it's connected, all calls to ${name} are refused.`,
  untilItsConnectedName: (name: string) =>
    `Until it's connected, calls to ${name} by your agents are refused. Other people aren't affected.`,
  askOwnerOrAdminTo: 'Ask an owner or admin to connect it.',
  youllSignInAtAnd: (host: string) => `You'll sign in at ${host} and then return here.`,
  allCalls: 'all calls',
  callsByYourAgents: 'calls by your agents',
  disconnectAccount: 'Disconnect account',
  disconnect: 'Disconnect',
  isAskedToRevokeIts: (name: string, whose: string) =>
    `${name} is asked to revoke its tokens, and ${whose} are refused until you reconnect.`,
};

export const redirectAddress = {
  redirectAddress: 'Redirect URI',
  thisRedirectAddressMustBe: 'Register this redirect URI at the service, for the client ID that you entered:',
  redirectAddress2: 'the redirect URI',
};

export const accounts = {
  accountAtDisconnected: (name: string) => `Account at ${name} disconnected. ${name} revoked its tokens.`,
  accountAtDisconnectedHere: (name: string) => `Account at ${name} disconnected here. ${name} didn't confirm that it revoked the tokens.`,
};

export const whoHasConnected = {
  connectedAccounts: 'Connected accounts',
  noneYet: 'None yet. Each person connects their own account on this page.',
  people: (people: number) => count(people, 'person', 'people'),
  ofWhomMustReconnect: (ended: number) => `, ${ended} must reconnect`,
  end: '. Tokens are never shown.',
  person: 'Person',
  atService: 'At the service',
  connected: 'Connected',
  actions: 'Actions',
  removedPerson: 'a removed person',
  unknown: 'Unknown',
  expired: 'Expired',
  disconnect: 'Disconnect',
  accountOf: (who: string) => `the account of ${who}`,
  isAskedToRevokeIts: (name: string) => `${name} is asked to revoke its tokens. Calls by`,
  andTheirAgentsAreRefused: 'and their agents are refused until they reconnect.',
};

export const accessFields = {
  none: 'None',
  signInOauth: 'Sign in (OAuth)',
  tokenBearer: 'Token (bearer)',
  apiKey: 'API key',
  userNameAndPassword: 'User name and password',
  customHeaders: 'Custom headers',
  oauthClientCredentials: 'OAuth client credentials',
  credentials: 'Credentials',
  storedEncrypted: 'Stored encrypted, sent only to this service.',
  userName: 'User name',
  keyLocation: 'Key location',
  inHeader: 'In a header',
  inUrl: 'In the URL',
  headerName: 'Header name',
  parameterName: 'Parameter name',
  xApiKey: 'X-Api-Key',
  apiKey2: 'api_key',
  tokenUrl: 'Token URL',
  httpsOauthToken: 'https://…/oauth/token',
  clientId: 'Client ID',
  scope: 'Scope',
  headers: 'Headers',
  nameOfHeader: (at: number) => `Name of header ${at}`,
  name: 'Name',
  valueOfHeader: (at: number) => `Value of header ${at}`,
  value: 'Value',
  removeHeader: (at: number) => `Remove header ${at}`,
  addHeader: 'Add header',
};

export const accessValues = {
  secretName: { bearer: 'Token', basic: 'Password', 'api-key': 'Key', 'client-credentials': 'Client secret' },
};

export const connectForm = {
  added: (name: string) => `${name} added. Next, connect an account.`,
  connected: (name: string, tools: number) => `${name} connected: ${count(tools, 'tool')}.`,
  name: 'Name',
  shownToPeople: 'Shown to people',
  shortName: 'Short name',
  shortName2: 'short-name',
  prefixOfItsTools: (service: string) => `Prefix of its tools: ${service}__tool`,
  label: 'Label',
  accountOrPurpose: 'Account or purpose, if you connect it more than once',
  whoCanUseIt: 'Who can use it',
  onlyMyAgents: 'Only my agents',
  everyoneHere: 'Everyone here',
  ownersAndAdminsCanConnect: 'Owners and admins can connect services for everyone.',
  putToolsItAddsLater: 'Put new tools on hold until someone approves them',
  connecting: 'Connecting…',
  connect: 'Connect',
};

export const connectPage = {
  connectService: 'Connect service',
  services: 'Services',
  connection: 'Connection',
  tools: 'Tools',
  name: 'Name',
};

export const knownList = {
  chooseAnother: 'Choose another',
  findWellKnownService: 'Find a well-known service',
  findWellKnownServiceOrEnter: 'Find a well-known service, or enter an address below',
  wellKnownServices: 'Well-known services',
  showAll: (found: number) => `Show all ${found}`,
  noMatch: 'No match. Enter the address below.',
};

export const knownServices = {
  github: 'GitHub',
  repositories: 'Repositories, issues, pull requests, code search',
  personalAccessToken: 'A personal access token, from Settings → Developer settings. Grant only the permissions that agents need.',
  linear: 'Linear',
  issues: 'Issues, projects, comments',
  notion: 'Notion',
  pages: 'Pages, databases, comments',
  sentry: 'Sentry',
  errors: 'Errors, traces, projects',
  stripe: 'Stripe',
  customers: 'Customers, payments, invoices',
  restrictedKey: 'A restricted key, from Developers → API keys.',
  huggingFace: 'Hugging Face',
  models: 'Models, data sets, papers',
  accessToken: 'An access token, from Settings → Access tokens.',
  apify: 'Apify',
  scrapersAndOtherReadyPrograms: 'Web scrapers and automation tools',
  apiToken: 'An API token, from Settings → API & integrations.',
  deepwiki: 'DeepWiki',
  questionsAboutPublicRepositories: 'Questions about public repositories',
  context7: 'Context7',
  documentationOfLibrariesAsThey: 'Up-to-date library documentation',
  microsoftLearn: 'Microsoft Learn',
  searchInDocumentationOfMicrosoft: 'Search the Microsoft documentation',
  cloudflareDocumentation: 'Cloudflare documentation',
  searchInDocumentationOfCloudflare: 'Search the Cloudflare documentation',
  githubRestApi: 'GitHub REST API',
  allOfGithub: 'All of GitHub: more than a thousand operations',
  personalAccessTokenFromSettingsDeveloper: 'A personal access token, from Settings → Developer settings.',
  figma: 'Figma',
  files: 'Files, comments, components',
  personalAccessTokenFromSettingsSecurity: 'A personal access token, from Settings → Security.',
  asana: 'Asana',
  tasks: 'Tasks, projects, portfolios',
  personalAccessTokenFromDeveloperConsole: 'A personal access token, from the developer console.',
  twilio: 'Twilio',
  messagesAndCalls: 'Messages and calls',
  accountSidAsUserName: 'Account SID as user name and auth token as password, from the console.',
  usNationalWeatherService: 'US National Weather Service',
  forecasts: 'Forecasts, alerts, observations',
};

export const offer = {
  peopleSignInAt: 'People sign in at',
  withScope: (scope: string) => ` with the scope ${scope}`,
  connectingRegistersGatehouseThere: 'Connecting registers Gatehouse there.',
  gatehouseUsesClientThatYou: 'Gatehouse uses the client that you entered.',
  itListsItsToolsOnly: 'It lists its tools only after sign-in. They appear when the first account is connected.',
  tools: (tools: number, toolsCount: string, writing: string, listingTokens: string) =>
    `${count(tools, 'tool')}: ${toolsCount} read, ${writing} write. Listing them costs a model about ${listingTokens} tokens.`,
  callsAndCredentialsGoTo: (credentialOrigins: string) => ` Calls and credentials go to ${credentialOrigins}.`,
  callsGoTo: (callOrigins: string) => ` Calls go to ${callOrigins}.`,
  someToolsCallOtherAddresses: 'Some tools call other addresses. They are refused unless you trust them here:',
  findTool: 'Find a tool',
  tools2: 'Tools',
  tool: 'Tool',
  mode: 'Mode',
  description: 'Description',
};

export const placeForm = {
  typeOfService: 'Type of service',
  mcpServer: 'MCP server',
  httpApiOpenapi: 'HTTP API (OpenAPI)',
  documentIsIn: 'The document is in',
  enterAddressInstead: 'Enter an address instead',
  openapiDocumentUrl: 'OpenAPI document URL',
  mcpServerUrl: 'MCP server URL',
  httpsApiExampleComOpenapi: 'https://api.example.com/openapi.json',
  httpsMcpExampleComMcp: 'https://mcp.example.com/mcp',
  baseUrl: 'Base URL',
  onlyIfDocumentDoesntSay: "Only if the document doesn't say",
  httpsApiExampleComV1: 'https://api.example.com/v1',
  loadingTools: 'Loading the tools…',
  previewTools: 'Preview tools',
  is: (name: string, file: string, maxFile: string) => `${name} is ${file}. A document can be up to ${maxFile}.`,
  uploadFileInstead: 'Upload a file instead',
};

export const signInFields = {
  whoseAccount: 'Whose account',
  eachPersonsOwn: "Each person's own",
  oneForOrganization: 'One for the organization',
  agentsActAsTheirPerson: "Agents act as their person, with that person's permissions. Each person connects their own account.",
  allCallsUseOneAccount: 'All calls use one account. You connect it after this step.',
  serviceRequiresClientId: 'The service requires a client ID',
  mostMcpServersRegisterGatehouse:
    "Most MCP servers register Gatehouse automatically. If this one doesn't, create an OAuth app there with this redirect URI and enter its credentials. After connecting, the service's page shows its own redirect URI: register that one instead.",
  redirectUri: 'the redirect URI',
  clientId: 'Client ID',
  clientSecret: 'Client secret',
  ifAppHasOne: 'If the app has one',
  scope: 'Scope',
  default: 'Default: the scope that the service asks for',
  serviceDoesntSayWhereTo: "The service doesn't say where to sign in",
  authorizationServer: 'Authorization server',
  otherAddressesComeFromIts: 'The other addresses come from its metadata',
  httpsLoginExampleCom: 'https://login.example.com',
  authorizationUrl: 'Authorization URL',
  httpsAuthorize: 'https://…/authorize',
  tokenUrl: 'Token URL',
  httpsToken: 'https://…/token',
  revocationUrl: 'Revocation URL',
  httpsRevoke: 'https://…/revoke',
};

export const changedLines = {
  moreLines: (shown: number) => `${shown} more lines`,
  unchangedLines: (skipped: number) => `${skipped} unchanged lines`,
};

export const connectionPage = {
  services: 'Services',
  service: 'Service',
  tools: (tools: number) => count(tools, 'tool'),
  accounts: 'Accounts',
  account: 'Account',
  onHold: 'On hold',
  onHoldHeldCount: (heldCount: number) => `${heldCount} on hold`,
  health: 'Health',
  settings: 'Settings',
  test: 'Test',
  resume: 'Resume',
  pause: 'Pause',
};

export const definitionChanges = {
  fieldNames: {
    title: 'Title',
    description: 'Description',
    inputSchema: 'Input',
    outputSchema: 'Output',
    annotations: 'Annotations',
    binding: 'Request',
  },
};

export const healthTab = {
  now: 'Now',
  status: 'Status',
  lastError: 'Last error',
  type: 'Type',
  document: 'Document',
  uploadedFile: 'Uploaded file',
  baseUrl: 'Base URL',
  address: 'Address',
  refreshed: 'Refreshed',
  tools: 'Tools',
  toolsTools: (tools: number) => count(tools, 'tool'),
  onHold: (heldCount: number) => `${heldCount} on hold`,
  off: (offCount: number) => `${offCount} off`,
  history: 'History',
  showAll: (history: number) => `Show all ${history}`,
  failures: 'Failures',
  noFailedCalls: 'No failed calls',
  since: (time: string) => ` since ${time}`,
  inPartOfLogThat: 'in the part of the log that you can see.',
  when: 'When',
  why: 'Why',
  tool: 'Tool',
  who: 'Who',
  took: 'Took',
  showEarlier: 'Show earlier',
  allCalls: 'All calls',
  reasons: { service_unreachable: 'Unreachable', service_timeout: 'Timed out', service_failed: 'Failed' },
};

export const heldTab = {
  noToolsOnHold: 'No tools on hold',
  whenServiceChangesToolAfter: 'When the service changes a tool after it was approved, the tool is put on hold here with its changes.',
  toolsOnHold: (tools: number) => `${count(tools, 'tool')} on hold.`,
  approveAll: 'Approve all',
  showMore: 'Show more',
};

export const heldTool = {
  thisToolIsNew: 'This tool is new. Calls are refused until someone approves it.',
  serviceChangedThisToolAfter: 'The service changed this tool after it was approved. Calls are refused until someone approves it again.',
  approve: (name: string) => `Approve ${name}`,
};

export const settingsTab = {
  nameAndAccess: 'Name and access',
  connectedBy: (ownerName: string) => `Connected by ${ownerName}.`,
  address: 'Address',
  newAddressIsTestedBefore: 'A new address is tested before it is saved.',
  programOnMachineThatRuns: 'A program on the machine that runs Gatehouse. Your administrator can change it on the command line.',
  signIn: 'Sign-in',
  credentials: 'Credentials',
  gatehouseLooksUpSignIn:
    "Gatehouse reads the service's sign-in settings again. If the client or the type of account changes, everyone must reconnect.",
  enterNewCredentialsOfSame: 'Enter new credentials of the same type. Stored credentials are never shown.',
  disconnect: 'Disconnect',
  disconnectService: 'Disconnect service',
  agentsLoseIts: 'Agents lose its',
  tool: 'tool',
  tools: (toolsCount: number) => `${toolsCount} tools`,
  immediately: 'immediately. Its credentials, modes and approvals are deleted.',
  itsCallsStayInLog: "Its calls stay in the log. This can't be undone. To stop it for a while, pause it instead.",
  saved: (tools: number) => `Saved. ${count(tools, 'tool')} on hold.`,
  saved2: 'Saved.',
  name: 'Name',
  label: 'Label',
  accountOrPurpose: 'Account or purpose',
  whoCanUseIt: 'Who can use it',
  onlyOwner: (name: string) => `Only ${name}`,
  onlyOnePerson: 'Only one person',
  everyoneHere: 'Everyone here',
  putToolsItAddsLater: 'Put new tools on hold',
  largestResult: 'Largest result',
  inBytes: 'In bytes. Longer results are saved to a file. Leave empty for no limit.',
  save: 'Save',
  openapiDocument: 'OpenAPI document',
  mcpEndpoint: 'MCP endpoint',
  baseUrl: 'Base URL',
  everyoneMustReconnectTheirAccount: 'Everyone must reconnect their account at the new address.',
  ifNewAddressIsOn: 'If the new address is on another host, enter the credentials again.',
  changeAddress: 'Change address',
  signInUpdated: 'Sign-in updated.',
  credentialsReplaced: 'Credentials replaced.',
  sentTo: (credentialOrigins: string) => `Sent to ${credentialOrigins}.`,
  lookUpSignInAgain: 'Refresh sign-in settings',
  replaceCredentials: 'Replace credentials',
};

export const toolPanel = {
  tool: 'Tool',
  fullName: 'Full name',
  title: 'Title',
  mode: 'Mode',
  onHold: 'On hold',
  tryIt: 'Try it',
  onHold2: '(on hold)',
  setByPerson: '(set by a person)',
  asServiceSays: '(as the service says)',
  serviceDoesntMarkItRead: "(the service doesn't mark it read-only)",
  thisToolIsTurnedOff: "This tool is turned off. Agents can't see it.",
  thisToolIsOnHold: 'This tool is on hold until someone approves it.',
  serviceIsPaused: 'The service is paused.',
  turnedOn: (name: string) => `${name} turned on.`,
  turnedOff: (name: string) => `${name} turned off. Agents can't see it.`,
  default: 'Default',
  read: 'Read',
  write: 'Write',
  turnOn: 'Turn on',
  turnOff: 'Turn off',
};

export const toolsTab = {
  toolsAppearWhenFirstAccount: 'Tools appear when the first account is connected.',
  noMatchingTools: 'No matching tools.',
  findTool: 'Find a tool',
  tools: 'Tools',
  toolsInTotal: (tools: number) => `${count(tools, 'tool')} in total`,
  tool: 'Tool',
  mode: 'Mode',
  state: 'State',
  description: 'Description',
  onHold: 'On hold: new',
  onHold2: 'On hold',
  off: 'Off',
  custom: 'Custom',
};

export const approval = {
  tools: (tools: number) => count(tools, 'tool'),
  approved: (more: string) => `${more} approved.`,
};

export const connectionVerbs = {
  resumed: (name: string) => `${name} resumed.`,
  paused: (name: string) => `${name} paused. Calls are refused until you resume it.`,
  testFailed: (name: string, why: string) => `${name} failed the test. ${why}`,
  disconnected: (name: string) => `${name} disconnected.`,
  answersButListsItsTools: (name: string) =>
    `${name} answers, but lists its tools only after sign-in. Connect your account, then test it again.`,
  new: (added: number) => `${added} new`,
  changed: (changed: number) => `${changed} changed`,
  removed: (removed: number) => `${removed} removed`,
  onHold: (held: number) => `${held} on hold`,
  isConnected: (name: string, tools: number, more: string) => `${name} is connected: ${count(tools, 'tool')}${more}.`,
};

/** Why a service does not do well. */
export const noteWords = {
  byStatus: {
    needs_attention: 'The service rejected the credentials. Enter new ones under Settings.',
    unreachable: "Can't reach the service. Check its address, or try again later.",
  },
  answered: (status: string) => `It answered with HTTP ${status}.`,
};

export const leftOutList = {
  operationsNotAvailableAsTools: (operations: number) => `${count(operations, 'operation')} not available as tools`,
  notAvailable: 'Not available as a tool.',
  showMore: 'Show more',
};

/** Why something is no tool, by its code. */
export const leftOutReasons = {
  unsupported_method: () => "This HTTP method isn't supported.",
  too_deep: () => 'It is nested too deeply.',
  no_description: () => "The document doesn't describe it.",
  bad_server: () => "Its server address doesn't begin with https:// or http://.",
  too_large: () => 'Its arguments are too large.',
  too_many_tools: () => 'The document has more operations than one connection can have tools.',
  outside_reference: (about: string) => `It refers to ${about}, which is outside the document. Upload one file that contains everything.`,
  missing_reference: (about: string) => `It refers to ${about}, which isn't in the document.`,
  endless_reference: () => 'Its references form a loop.',
  no_media_type: () => 'Its request body has no media type.',
  unsendable_parameter: (about: string) => `It requires the parameter ${about}, which can't be sent.`,
  parameter_left_out: () => "This parameter can't be sent. The tool works without it.",
  needs_task: () => "It runs only as a task, which Gatehouse doesn't support.",
  bad_definition: () => 'Its definition is invalid or too large.',
  more: () => 'Test the service to see all of them.',
};

export const servicesPage = {
  services: 'Services',
  connectService: 'Connect service',
  noServicesYet: 'No services yet',
  connectMcpServerOrHttp: 'Connect an MCP server or an HTTP API. Its tools become available to agents, within the limits of their keys.',
  service: 'Service',
  state: 'State',
  prefix: 'Prefix',
  type: 'Type',
  tools: 'Tools',
  onHold: (toolsCount: string, heldCount: string) => `${toolsCount}, ${heldCount} on hold`,
  usedBy: 'Used by',
  you: 'You',
  everyone: 'Everyone',
  refreshed: 'Refreshed',
};

export const status = {
  words: {
    active: 'Connected',
    held: 'Connected, tools on hold',
    needs_attention: 'Credentials rejected',
    unreachable: 'Unreachable',
    paused: 'Paused',
  },
  held: (tools: number) => `Connected, ${count(tools, 'tool')} on hold`,
};

export const argumentField = {
  argumentsJson: 'Arguments (JSON)',
  otherArgumentsJson: 'Other arguments (JSON)',
  onePerLine: 'One per line',
  notSet: 'Not set',
};

export const result = {
  result: 'Result',
  completedIn: (duration: string) => `Completed in ${duration}.`,
  serviceReturnedNothing: 'The service returned nothing.',
  resultFromService: 'Result from the service',
  result2: 'the result',
  showingFirstOf: (maxShown: string, text: string) => `Showing the first ${maxShown} of ${text}.`,
};

export const serviceFault = {
  returnedError: (name: string, message: string) => `${name} returned an error: ${message}`,
  cantReach: (host: string) => `Can't reach ${host}. Check the address, or try again later.`,
};

export const tryTool = {
  notRun: (name: string) => `Not run. Connect your account at ${name} first.`,
  fixFieldsAbove: 'Fix the fields above.',
  canceled: 'Canceled. The call may still have taken effect.',
  thisToolHasNoArguments: 'This tool has no arguments.',
  running: 'Running…',
  runMayChangeData: 'Run (may change data)',
  run: 'Run',
  editAsForm: 'Edit as form',
  editAsJson: 'Edit as JSON',
  callItFromProgram: 'Call it from a program',
  curl: 'curl',
  mcp: 'MCP',
  callForCurl: 'the call for curl',
  callForMcp: 'the call for MCP',
};

export const typedArguments = {
  enterNumber: 'Enter a number.',
  enterObject: 'Enter an object, such as { "name": "value" }.',
  enterValidJson: 'Enter valid JSON. Put text in quotes.',
};

export const waiting = {
  end: (progress: string, total: string) => `: ${progress} of ${total}`,
  s: (seconds: number) => `${seconds} s`,
  cancel: 'Cancel',
};
