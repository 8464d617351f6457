import { type KeyLimits, writableFolders } from '@gatehouse/domain';

const nothing: KeyLimits = { tools: null, serviceTools: null, connections: null };

type LimitValue = 'limitedConnections' | 'limitedServices' | 'limitedTools' | 'limitedFolders' | 'writableFolders';

/** The values that `visibleFolder`, `changeableFolder`, `reachableItem`, `visibleConnection` and `usableTool` name in a prepared query. */
export function limitValues(limits: KeyLimits | null): Record<LimitValue, string | null> {
  const { serviceTools, connections, folders } = limits ?? nothing;
  const services = serviceTools && [...new Set(serviceTools.map((tool) => tool.slice(0, tool.indexOf('__'))))];
  return {
    limitedConnections: listOf(connections),
    limitedServices: listOf(services),
    limitedTools: listOf(serviceTools),
    limitedFolders: listOf(folders?.map(({ folderId }) => folderId) ?? null),
    writableFolders: listOf(writableFolders(limits) ?? null),
  };
}

function listOf(names: string[] | null): string | null {
  return names && JSON.stringify(names);
}
