import type { AnyDefinition } from '../tool.ts';
import { listActivity } from './activity.ts';
import { setAgentMemory } from './agent-memory.ts';
import { createAgent, listAgents } from './agents.ts';
import { connectionTools } from './connections/index.ts';
import { exportItem } from './export-item.ts';
import { importItem } from './import-item.ts';
import { createKey, listKeys, revokeKey } from './keys.ts';
import { createOrganization, listOrganizations, renameOrganization } from './organizations.ts';
import { addPerson, listPeople, removePerson, setPersonRole } from './people.ts';
import { setUpOrganization } from './set-up-organization.ts';
import { shareFolder, unshareFolder } from './sharing.ts';
import { listTrash, purgeItem, restoreItem } from './trash.ts';

/** What people do in the console and on the command line, through the same pipeline as every call. */
export const peopleTools: readonly AnyDefinition[] = [
  setUpOrganization,
  createOrganization,
  listOrganizations,
  renameOrganization,
  listPeople,
  addPerson,
  setPersonRole,
  removePerson,
  createAgent,
  listAgents,
  createKey,
  listKeys,
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
  ...connectionTools,
];
