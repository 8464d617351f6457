import { CommandError } from '../kernel/faults.ts';
import type { Workspace } from '../workspace/workspace.ts';

export interface ListedConnection {
  connectionId: string;
  service: string;
  name: string;
  visibility: string;
  kind: string;
  status: string;
  statusNote: string | null;
  toolsCount: number;
  heldCount: number;
  offCount: number;
}

export async function listConnections({ call }: Workspace): Promise<ListedConnection[]> {
  return (await call<{ connections: ListedConnection[] }>('list_connections', {})).connections;
}

/** Finds a connection by the name of its service or by its id. */
export async function findConnection(workspace: Workspace, wanted: string): Promise<ListedConnection> {
  const matching = (await listConnections(workspace)).filter(({ connectionId, service }) => connectionId === wanted || service === wanted);
  const [found, another] = matching;
  if (!found) throw new CommandError(`there is no connection "${wanted}"; "gatehouse connections list" shows all connections`);
  if (another)
    throw new CommandError(`${matching.length} connections belong to "${wanted}": give the ID of one, from "gatehouse connections list"`);
  return found;
}
