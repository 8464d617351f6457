import { beginServiceAccount } from './accounts/begin-service-account.ts';
import { disconnectServiceAccount } from './accounts/disconnect-service-account.ts';
import { finishServiceAccount } from './accounts/finish-service-account.ts';
import { listServiceAccounts } from './accounts/list-service-accounts.ts';
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
import { executeServiceReadTool } from './tools/execute-service-read-tool.ts';
import { executeServiceTool } from './tools/execute-service-tool.ts';
import { listConnectedServices } from './tools/list-connected-services.ts';
import { listServiceTools } from './tools/list-service-tools.ts';

/** Tools that connect services and call them. */
export const servicesTools = [
  addCommandConnection,
  addConnection,
  approveServiceTools,
  beginServiceAccount,
  checkService,
  disconnectServiceAccount,
  editConnection,
  executeServiceReadTool,
  executeServiceTool,
  finishServiceAccount,
  listConnectedServices,
  listConnectionTools,
  listConnections,
  listServiceAccounts,
  listServiceTools,
  markServiceTool,
  pauseConnection,
  readConnection,
  removeConnection,
  resumeConnection,
  setConnectionCredentials,
  switchServiceTool,
  testConnection,
] as const;
