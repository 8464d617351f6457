import { count } from '../kernel/words/count-words.ts';

// What people read on the pages of the log, a group for each component. Another language is another file of this shape.

export const activityColumns = {
  time: 'Time',
  entrance: 'Entrance',
  who: 'Who',
  tool: 'Tool',
  outcome: 'Outcome',
  took: 'Took',
  calls: (calls: number) => count(calls, 'call'),
  ok: 'ok',
  repeated: 'OK, repeated call',
};

export const activityPage = {
  activity: 'Activity',
  takeBack: 'Take back…',
  calls: 'Calls',
  callNotFound: 'Call not found',
  thisCallIsNoLonger: "This call is no longer in the log, or you can't see it.",
  searchedBackTo: (time: string) => `Searched back to ${time}.`,
  searchEarlier: 'Search earlier',
  noMatchingCalls: 'No matching calls',
  nothingInLogMatchesThese: 'Nothing in the log matches these filters.',
  noCallsYet: 'No calls yet',
  callsByAgents: 'Calls by agents, programs and people appear here.',
};

export const takeBackSelected = {
  takeBack: 'Take back',
  takeBackThisTime: 'Take back this period…',
  nothingToTakeBack: 'These calls changed nothing that has a history.',
};

export const exportMenu = {
  rows: (rows: number) => `${count(rows, 'row')}… Stop`,
  export: 'Export',
  csvForSpreadsheets: 'CSV for spreadsheets',
  jsonLinesForPrograms: 'JSON lines for programs',
};

export const filterBar = {
  from: 'from',
  until: 'until',
  not: (field: string) => `not ${field}`,
  newCalls: (waiting: number) => count(waiting, 'new call'),
  following: { connecting: 'Connecting…', live: 'Live', lost: 'Reconnecting…' },
  paused: 'Paused',
  lastHour: 'Last hour',
  last24Hours: 'Last 24 hours',
  last7Days: 'Last 7 days',
  last30Days: 'Last 30 days',
  time: 'Time',
  all: 'All',
  is: (field: string) => `${field} is…`,
  filter: 'Filter',
};

/** Of the fields that the log is filtered by. */
export const fieldNames = {
  entrance: 'entrance',
  personId: 'person',
  agentId: 'agent',
  keyId: 'key',
  tool: 'tool',
  outcome: 'outcome',
  result: 'result',
  itemId: 'item',
  requestId: 'request',
  reason: 'reason',
  serviceTool: 'service tool',
  service: 'service',
  connectionId: 'connection',
  sdk: 'SDK',
  client: 'client',
  traceId: 'trace',
};

export const bars = {
  perBar: (length: string) => `${length} per bar`,
  noCalls: 'no calls',
  minutes: (minutes: number) => count(minutes, 'minute'),
  hours: (hours: number) => count(hours, 'hour'),
  days: (days: number) => count(days, 'day'),
};

export const histogram = {
  noCalls: 'no calls',
  callsOverTime: 'Calls over time',
  callsFromTo: (from: string, until: string, said: string) => `Calls from ${from} to ${until}: ${said}`,
  showAllCalls: 'Show all calls',
  showOnlyTheseCalls: 'Show only these calls',
  noCallsCountedInThis: 'No calls counted in this period',
  toldApartBy: 'Group by',
  outcome: 'Outcome',
  entrance: 'Entrance',
};

export const story = {
  call: 'Call',
  time: 'Time',
  who: 'Who',
  about: 'About',
  trace: 'Trace',
  request: 'Request',
  takeBack: 'Take back',
  onlyThisCall: 'Only this call',
  wholeTrace: 'Its whole trace',
  everythingSinceThen: 'Everything since then',
  onlyUntilThen: 'Show only calls up to this one',
  onlyFromThenOn: 'Show only calls from this one on',
  tool: 'Tool',
  outcome: 'Outcome',
  reason: 'Reason',
  calls: 'Calls',
  similarCallsInThisMinute: (count: string) => `${count} similar calls in this minute`,
  duration: 'Duration',
  sizes: 'Sizes',
  bytesInOut: (argumentBytes: string, resultBytes: string) => `${argumentBytes} bytes in, ${resultBytes} out`,
  person: 'Person',
  agent: 'Agent',
  worksFor: 'Works for',
  removedPerson: 'Removed person',
  key: 'Key',
  clientName: 'Client name',
  entrance: 'Entrance',
  sdk: 'SDK',
  client: 'Client',
  open: 'Open',
  currentVersion: 'Current version',
  service: 'Service',
  serviceTool: 'Service tool',
  connection: 'Connection',
  serviceTime: 'Service time',
  serviceAndGatehouse: (service: string, gatehouse: string) => `${service}, Gatehouse ${gatehouse}`,
  showOnlyThis: (field: string) => `Show only this ${field}`,
  hideThis: (field: string) => `Hide this ${field}`,
};

export const whyRefused = {
  checkAccess: 'Check access',
};

/** The smallest change that allows a call, by the check that denies it. */
export const remedies = {
  person: 'Add the person again, and create a new key for their agent.',
  key: 'Create a new key.',
  tool: 'Check the name. Some tools are only for people or administrators.',
  access: 'Create a key with write access.',
  key_limits: 'Create a key whose limits include this tool.',
  role: (email: string, role: string) => `Change the role of ${email} to ${role}.`,
  higherRole: 'Ask an owner to change the role.',
  item: (email: string) => `Share its folder with ${email}.`,
  unsharable: "This item can't be shared with the person. Move it to a folder that is shared with them.",
  protected: 'Let agents edit it again.',
  undeletable: "Documents that a workspace starts with can't be deleted.",
  connection: 'Create a key whose limits include this service.',
  privateConnection: 'Connect the service for everyone, or let the person connect it.',
  service_tool: 'Create a key whose limits include this tool.',
  turnOn: 'Turn the tool on under Services.',
  noServiceTool: "The service doesn't list this tool. Check its name under Services.",
  held: 'Review the change under Services and approve it.',
  mode: 'Call it with execute_service_tool.',
  paused: 'Resume the service.',
  account: 'Connect the account.',
  otherAccount: 'Ask its owner to connect the account.',
  otherKey: 'Only the person whom the agent works for can create its keys. Sign in clients again instead.',
};

/** Which check denies a call. */
export const denials = {
  person: 'The person whom the key works for has left the organization.',
  key: 'This key was revoked, replaced, or has expired.',
  tool: 'No tool of this name is available to this key or role.',
  access: 'This tool changes data, and the key has read access only.',
  key_limits: "The key's limits don't include this tool.",
  role: "The person's role doesn't allow this.",
  item: "The item isn't shared with this person.",
  protected: 'This document is protected.',
  connection: "This key or person can't use the service.",
  service_tool: "This key or person can't use this tool of the service.",
  held: 'The service changed this tool, and no one has approved it yet.',
  mode: "This tool can change data, so it can't be called as read-only.",
  paused: 'The service is paused.',
  account: "The person's account at the service isn't connected.",
};

export const explanation = {
  allowed: 'Allowed. No check denies it.',
  createKey: 'Create key',
  connectAccount: 'Connect account',
};
