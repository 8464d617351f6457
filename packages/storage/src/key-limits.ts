import type { KeyLimits } from '@gatehouse/domain';

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
