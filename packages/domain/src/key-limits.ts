import { allows } from './access.ts';
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

/** Limits as people give them, with tools of services among those of the workspace. An absent field limits nothing. */
export interface GivenLimits {
  tools?: readonly string[] | undefined;
  connections?: readonly string[] | undefined;
  folders?: readonly FolderLimit[] | undefined;
}

/** Null if nothing is limited. */
export function limitsOf({ tools, connections, folders }: GivenLimits): KeyLimits | null {
  if (!tools && !connections && !folders) return null;
  const slugs = tools?.filter(isServiceTool) ?? [];
  return {
    tools: distinct(tools?.filter((tool) => !isServiceTool(tool))),
    serviceTools: slugs.length > 0 ? distinct(slugs) : null,
    connections: distinct(connections),
    ...(folders && { folders: [...folders] }),
  };
}

/** Tools of services are called `<service>__<tool>`. */
export function isServiceTool(tool: string): boolean {
  return tool.includes('__');
}

function distinct(names: readonly string[] | undefined): string[] | null {
  return names ? [...new Set(names)] : null;
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

/**
 * True if `next` allows nothing that `present` does not allow (D49.6). A limit to a folder includes everything below it: `paths` contains
 * the path of each folder of `next`, as far as the caller knows it.
 */
export function staysWithin(
  next: KeyLimits | null,
  present: KeyLimits | null,
  paths: ReadonlyMap<string, readonly string[]> = new Map(),
): boolean {
  return (
    isPartOf(callable(next), callable(present)) &&
    (!callsServices(next) || isPartOf(next?.serviceTools ?? null, present?.serviceTools ?? null)) &&
    isPartOf(next?.connections ?? null, present?.connections ?? null) &&
    staysInFolders(next?.folders ?? null, present?.folders ?? null, paths)
  );
}

/** Tools of the workspace that it may call; null: all. */
function callable(limits: KeyLimits | null): readonly string[] | null {
  if (!limits?.tools) return null;
  return limits.serviceTools === null ? limits.tools : [...limits.tools, ...serviceGates];
}

function callsServices(limits: KeyLimits | null): boolean {
  return callable(limits)?.some(isServiceGate) ?? true;
}

function staysInFolders(
  next: readonly FolderLimit[] | null,
  present: readonly FolderLimit[] | null,
  paths: ReadonlyMap<string, readonly string[]>,
): boolean {
  if (present === null) return true;
  const isWithin = ({ folderId, access }: FolderLimit) => {
    const around = [folderId, ...(paths.get(folderId) ?? [])];
    return present.some((one) => around.includes(one.folderId) && allows(one.access, access));
  };
  return next?.every(isWithin) ?? false;
}

function isPartOf(next: readonly string[] | null, present: readonly string[] | null): boolean {
  return present === null || (next?.every((name) => present.includes(name)) ?? false);
}
