import type { AnyDefinition } from '../../tool.ts';
import { addCommandConnection } from './add-command-connection.ts';
import { addConnection } from './add-connection.ts';
import { approveServiceTools } from './approve-service-tools.ts';
import { listConnectionTools } from './list-connection-tools.ts';
import { listConnections } from './list-connections.ts';
import { pauseConnection, removeConnection, resumeConnection, setConnectionCredentials } from './manage-connection.ts';
import { markServiceTool } from './mark-service-tool.ts';
import { testConnection } from './test-connection.ts';

/** How people connect services and look after them. */
export const connectionTools: readonly AnyDefinition[] = [
  addConnection,
  addCommandConnection,
  listConnections,
  listConnectionTools,
  testConnection,
  approveServiceTools,
  markServiceTool,
  setConnectionCredentials,
  pauseConnection,
  resumeConnection,
  removeConnection,
];
