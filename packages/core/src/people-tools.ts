import { listActivity } from './activity/list-activity.ts';
import { createAgent } from './agents/create-agent.ts';
import { listAgents } from './agents/list-agents.ts';
import { addCommandConnection } from './connections/add-command-connection.ts';
import { addConnection } from './connections/add-connection.ts';
import { approveServiceTools } from './connections/approve-service-tools.ts';
import { listConnectionTools } from './connections/list-connection-tools.ts';
import { listConnections } from './connections/list-connections.ts';
import { markServiceTool } from './connections/mark-service-tool.ts';
import { pauseConnection } from './connections/pause-connection.ts';
import { removeConnection } from './connections/remove-connection.ts';
import { resumeConnection } from './connections/resume-connection.ts';
import { setConnectionCredentials } from './connections/set-connection-credentials.ts';
import { switchServiceTool } from './connections/switch-service-tool.ts';
import { testConnection } from './connections/test-connection.ts';
import { setAgentMemory } from './documents/set-agent-memory.ts';
import { shareFolder } from './folders/share-folder.ts';
import { unshareFolder } from './folders/unshare-folder.ts';
import { exportItem } from './items/export-item.ts';
import { importItem } from './items/import-item.ts';
import { createKey } from './keys/create-key.ts';
import { listKeys } from './keys/list-keys.ts';
import { revokeKey } from './keys/revoke-key.ts';
import { rotateKey } from './keys/rotate-key.ts';
import { createOrganization } from './organizations/create-organization.ts';
import { listOrganizations } from './organizations/list-organizations.ts';
import { renameOrganization } from './organizations/rename-organization.ts';
import { setUpOrganization } from './organizations/set-up-organization.ts';
import { addPerson } from './people/add-person.ts';
import { listPeople } from './people/list-people.ts';
import { removePerson } from './people/remove-person.ts';
import { setPersonRole } from './people/set-person-role.ts';
import type { AnyDefinition } from './tool.ts';
import { listTrash } from './trash/list-trash.ts';
import { purgeItem } from './trash/purge-item.ts';
import { restoreItem } from './trash/restore-item.ts';

const ofPeople = [
  renameOrganization,
  listPeople,
  addPerson,
  setPersonRole,
  removePerson,
  createAgent,
  listAgents,
  createKey,
  listKeys,
  rotateKey,
  revokeKey,
  shareFolder,
  unshareFolder,
  setAgentMemory,
  listTrash,
  restoreItem,
  purgeItem,
  importItem,
  exportItem,
  listActivity,
  addConnection,
  listConnections,
  listConnectionTools,
  testConnection,
  approveServiceTools,
  markServiceTool,
  switchServiceTool,
  setConnectionCredentials,
  pauseConnection,
  resumeConnection,
  removeConnection,
] as const;

const ofOperators = [setUpOrganization, createOrganization, listOrganizations, addCommandConnection] as const;

/** What people do in the console and on the command line, through the same pipeline as every call. */
export const peopleTools: readonly AnyDefinition[] = ofPeople;

/** What only whoever runs the installation may do, on its command line. */
export const operatorTools: readonly AnyDefinition[] = ofOperators;

export type PersonTool = (typeof ofPeople)[number];
export type OperatorTool = (typeof ofOperators)[number];
