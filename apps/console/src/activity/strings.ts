import { count } from '../words/count-words.ts';

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
};

export const activityPage = {
  activity: 'Activity',
  putBack: 'Put back…',
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
  live: 'Live',
  reconnecting: 'Reconnecting…',
  paused: 'Paused',
  lastHour: 'Last hour',
  last24Hours: 'Last 24 hours',
  last7Days: 'Last 7 days',
  last30Days: 'Last 30 days',
  time: 'Time',
  all: 'All',
  is: (field: string) => `${field} is…`,
  value: 'value',
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
  noCallsCountedInThis: 'No calls counted in this time',
  toldApartBy: 'Told apart by',
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
  putBackChangesSinceThen: 'Put back changes since then',
  onlyUntilThen: 'Only until then',
  onlyFromThenOn: 'Only from then on',
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
