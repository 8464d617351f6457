import { serviceGates } from '@gatehouse/domain';
import type { InputOf, OutputOf } from '../../kernel/calls/call.ts';
import { workspaceTools } from './workspace-tools.ts';

/** Limits of a key as chosen on the page. */
export interface ChosenLimits {
  /** Tools of the workspace; undefined: all. */
  tools: ReadonlySet<string> | undefined;
  services: 'all' | 'some' | 'none';
  /** Chosen connections for `some`, each with the tools it is limited to. Undefined means all tools of that connection. */
  connections: ReadonlyMap<string, ReadonlySet<string> | undefined>;
  folders: ChosenFolders;
}

/** Folders that a key sees, by identifier, with its access there. Undefined means everything that its person sees. */
export type ChosenFolders = ReadonlyMap<string, 'read' | 'write'> | undefined;

export const noLimits: ChosenLimits = { tools: undefined, services: 'all', connections: new Map(), folders: undefined };

/** The tools of a connection by the names that limits take: `<service>__<tool>`. */
export type ToolsOfConnection = (connectionId: string) => Promise<readonly string[]>;

/** Arguments of `create_key` (D49). A list of tools names every tool that the key can call, so choosing one names all the others too. */
export async function limitArguments(
  { tools, services, connections, folders }: ChosenLimits,
  access: 'read' | 'write',
  toolsOf: ToolsOfConnection,
): Promise<Pick<InputOf<'create_key'>, 'tools' | 'connections' | 'folders'>> {
  const isPicked = services === 'some' && [...connections.values()].some((picked) => picked !== undefined);
  const limitedTo = {
    ...(services !== 'all' && { connections: services === 'none' ? [] : [...connections.keys()] }),
    ...folderArguments(folders, access),
  };
  if (tools === undefined && !isPicked) return limitedTo;
  const ofWorkspace = workspaceTools(access)
    .flatMap(([, names]) => names)
    .filter((name) => tools?.has(name) ?? true);
  const ofServices = isPicked ? await pickedTools(connections, toolsOf) : services === 'none' ? [] : serviceGates;
  return { ...limitedTo, tools: [...ofWorkspace, ...ofServices] };
}

/** A key that only reads does so in each of its folders. */
export function folderArguments(folders: ChosenFolders, access: 'read' | 'write'): Pick<InputOf<'create_key'>, 'folders'> {
  if (!folders) return {};
  return { folders: [...folders].map(([folderId, own]) => ({ folderId, access: access === 'read' ? access : own })) };
}

async function pickedTools(connections: ChosenLimits['connections'], toolsOf: ToolsOfConnection): Promise<string[]> {
  const each = await Promise.all([...connections].map(async ([id, picked]) => [...(picked ?? (await toolsOf(id)))]));
  return each.flat();
}

/** Limits of a key as they are chosen on the page: the reverse of `limitArguments`. */
export function chosenLimits(
  { access, tools, connections, folders }: Pick<OutputOf<'list_keys'>['keys'][number], 'access' | 'tools' | 'connections' | 'folders'>,
  known: readonly { connectionId: string; service: string }[],
): ChosenLimits {
  const ofWorkspace = workspaceTools(access).flatMap(([, names]) => names);
  const named = ofWorkspace.filter((name) => tools?.includes(name) ?? true);
  return {
    tools: tools === null || named.length === ofWorkspace.length ? undefined : new Set(named),
    ...chosenServices(tools, connections, known),
    folders: folders ? new Map(folders.map(({ folderId, access: own }) => [folderId, own])) : undefined,
  };
}

function chosenServices(
  tools: readonly string[] | null,
  connections: readonly string[] | null,
  known: readonly { connectionId: string; service: string }[],
): Pick<ChosenLimits, 'services' | 'connections'> {
  const slugs = tools?.filter((tool) => tool.includes('__')) ?? [];
  const hasGates = tools === null || serviceGates.some((gate) => tools.includes(gate));
  if (connections?.length === 0 || (slugs.length === 0 && !hasGates)) return { services: 'none', connections: new Map() };
  if (connections === null && slugs.length === 0) return { services: 'all', connections: new Map() };
  const pickedOf = (service: string) => slugs.filter((slug) => slug.startsWith(`${service}__`));
  const used = known.filter(
    ({ connectionId, service }) => (connections?.includes(connectionId) ?? true) && (hasGates || pickedOf(service).length > 0),
  );
  const chosen = used.map(({ connectionId, service }) => {
    const picked = pickedOf(service);
    return [connectionId, picked.length === 0 ? undefined : new Set(picked)] as const;
  });
  return { services: 'some', connections: new Map(chosen) };
}
