import { type AgentToolName, serviceGates } from './tools.ts';
import type { AccessLevel, ItemType } from './vocabulary.ts';

/** What a key is limited to (D49). A list that is null limits nothing; one that is empty leaves nothing. */
export interface KeyLimits {
  /** Names of tools of the workspace. */
  tools: string[] | null;
  /** Tools of services, as `<service>__<tool>`. */
  serviceTools: string[] | null;
  /** Identifiers of connections. */
  connections: string[] | null;
  /** Folders. What is elsewhere, and outside of folders, is not there. Absent in limits of keys from before this existed. */
  folders?: FolderLimit[] | null;
}

/** A folder that a key is limited to, and whether it may change what is in it. */
export interface FolderLimit {
  folderId: string;
  access: AccessLevel;
}

/** The tool that serves the content of an item, wherever else than by a call it is asked for: resources, subscriptions, downloads (D49). */
export const readingTool: Record<ItemType, AgentToolName> = { doc: 'read_doc', file: 'read_file', skill: 'read_file' };

/** Every key may ask what it is, and so what it may do: no limit takes this away. */
const ownTool = 'whoami';

/** Whether a key of these limits may call a tool of the workspace (D49). */
export function isToolWithin(limits: KeyLimits | null, tool: string): boolean {
  if (!limits?.tools || tool === ownTool) return true;
  return limits.tools.includes(tool) || (limits.serviceTools !== null && isServiceGate(tool));
}

/** A key that is limited to some tools of services can call these too. */
function isServiceGate(tool: string): boolean {
  return serviceGates.some((gate) => gate === tool);
}

/** Whether it may run a tool of a service, which else is not there for it. */
export function isServiceToolWithin(limits: KeyLimits | null, toolSlug: string): boolean {
  return limits?.serviceTools?.includes(toolSlug) ?? true;
}

/** Folders that a key of these limits may change; undefined: all that its person may, and outside of folders too. */
export function writableFolders(limits: KeyLimits | null): string[] | undefined {
  return limits?.folders?.filter(({ access }) => access === 'write').map(({ folderId }) => folderId);
}
