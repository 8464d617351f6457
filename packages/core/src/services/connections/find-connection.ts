import { actsForAll, maxToolName } from '@gatehouse/domain';
import type { Connection, Op, ServiceTool } from '@gatehouse/storage';
import { z } from 'zod';
import type { ToolContext } from '../../kernel/context/context.ts';
import { refuseUnfound } from '../../kernel/context/no-such-item.ts';
import { GatewayError, refusal } from '../../kernel/errors/errors.ts';

/** Finds a connection that the caller may see, and notes it for the activity row. */
export function* findConnection(context: ToolContext, connectionId: string): Op<Connection> {
  const connection = yield* context.store.connections.visible(context.viewer, connectionId);
  return noted(context, connection ?? (yield* refuseUnfound(context, ['conn'], connectionId)));
}

/** Finds a connection for changing it or its catalogue. It is locked until the transaction ends. */
export function* findConnectionForChange(context: ToolContext, connectionId: string): Op<Connection> {
  const connection = yield* context.store.connections.visibleForChange(context.viewer, connectionId);
  return noted(context, connection ?? (yield* refuseUnfound(context, ['conn'], connectionId)));
}

/** Finds a connection that the caller manages: their own private one, or for owners and admins the organization's (D30). */
export function* findManagedConnection(context: ToolContext, connectionId: string): Op<Connection> {
  const connection = yield* findConnectionForChange(context, connectionId);
  requireManager(context, connection.visibility);
  return connection;
}

/** True if the caller manages a connection that it can see. */
export function isManager({ caller }: Pick<ToolContext, 'caller'>, { visibility }: Pick<Connection, 'visibility'>): boolean {
  return visibility === 'private' || actsForAll(caller);
}

export function requireManager(context: Pick<ToolContext, 'caller'>, visibility: Connection['visibility']): void {
  if (!isManager(context, { visibility })) {
    throw new GatewayError(
      'forbidden',
      "only owners and admins can manage the organization's connections; ask one of them, or use a private connection",
    );
  }
}

export const toolOfConnection = z.string().min(1).max(maxToolName).describe('tool name from list_connection_tools');

/** Finds a tool that a managed connection lists, and notes it for the activity row. */
export function* findToolOfConnection(
  { store, call: { notes } }: ToolContext,
  { orgId, id }: Pick<Connection, 'orgId' | 'id'>,
  name: string,
): Op<ServiceTool> {
  const tool = yield* store.serviceTools.find(orgId, id, name);
  if (!tool || tool.removedAt !== null)
    throw refusal('no_such_item', 'this connection has no such tool; list_connection_tools lists its tools');
  notes.serviceTool = name;
  return tool;
}

function noted({ call: { notes } }: ToolContext, connection: Connection): Connection {
  notes.itemType = 'connection';
  notes.itemId = connection.id;
  notes.service = connection.service;
  notes.connectionId = connection.id;
  return connection;
}
