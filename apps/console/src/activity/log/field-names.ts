/** Names of the fields that the log is filtered by, within a sentence. */
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
