import { type AgentToolName, serviceGates } from './tools.ts';
import type { AccessLevel, ItemType } from './vocabulary.ts';

/** Limits of a key (D49). A list that is null limits nothing; an empty one allows nothing. */
export interface KeyLimits {
  /** Names of tools of the workspace. */
  tools: string[] | null;
  /** Tools of services, as `<service>__<tool>`. */
  serviceTools: string[] | null;
  /** Identifiers of connections. */
  connections: string[] | null;
  /**
   * Folders. Content of other folders, and content outside of folders, does not exist for the key. Absent in limits of keys from before
   * this existed.
   */
  folders?: FolderLimit[] | null;
}

/** A folder that a key is limited to, and the key's access to it. */
export interface FolderLimit {
  folderId: string;
  access: AccessLevel;
}

/** Tool that a key needs for the content of an item by other ways than a call: resources, subscriptions, downloads (D49). */
export const readingTool: Record<ItemType, AgentToolName> = { doc: 'read_doc', file: 'read_file', skill: 'read_file' };

/** Every key may ask for its own identity and rights. No limit removes this tool. */
const ownTool = 'whoami';

/** True if a key with these limits may call a tool of the workspace (D49). */
export function isToolWithin(limits: KeyLimits | null, tool: string): boolean {
  if (!limits?.tools || tool === ownTool) return true;
  return limits.tools.includes(tool) || (limits.serviceTools !== null && isServiceGate(tool));
}

/** True for the tools that call services. A key that is limited to some tools of services can call these too. */
function isServiceGate(tool: string): boolean {
  return serviceGates.some((gate) => gate === tool);
}

/** True if a key with these limits may run a tool of a service. Otherwise the tool does not exist for it. */
export function isServiceToolWithin(limits: KeyLimits | null, toolSlug: string): boolean {
  return limits?.serviceTools?.includes(toolSlug) ?? true;
}

/** Folders that a key with these limits may change. Undefined means all that its person may change, and content outside folders. */
export function writableFolders(limits: KeyLimits | null): string[] | undefined {
  return limits?.folders?.filter(({ access }) => access === 'write').map(({ folderId }) => folderId);
}
