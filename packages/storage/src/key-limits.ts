/** What a key is limited to (D49). A list that is null limits nothing; one that is empty leaves nothing. */
export interface KeyLimits {
  /** Names of tools of the workspace. */
  tools: string[] | null;
  /** Tools of services, as `<service>__<tool>`. */
  serviceTools: string[] | null;
  /** Identifiers of connections. */
  connections: string[] | null;
}

const nothing: KeyLimits = { tools: null, serviceTools: null, connections: null };

/** The values that `usableConnection` and `usableTool` name in a prepared query. */
export function limitValues(limits: KeyLimits | null): Record<'limitedConnections' | 'limitedServices' | 'limitedTools', string | null> {
  const { serviceTools, connections } = limits ?? nothing;
  const services = serviceTools && [...new Set(serviceTools.map((tool) => tool.slice(0, tool.indexOf('__'))))];
  return { limitedConnections: listOf(connections), limitedServices: listOf(services), limitedTools: listOf(serviceTools) };
}

function listOf(names: string[] | null): string | null {
  return names && JSON.stringify(names);
}
