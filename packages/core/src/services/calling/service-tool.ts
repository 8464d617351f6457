import { isServiceToolWithin } from '@gatehouse/domain';
import type { Connection, ConnectionAccount, Op, ServiceTool } from '@gatehouse/storage';
import type { ToolContext } from '../../kernel/context/context.ts';
import { refuseUnfound } from '../../kernel/context/no-such-item.ts';
import { type GatewayError, refusal } from '../../kernel/errors/errors.ts';
import type { ServiceTarget } from '../../kernel/ports/service-port.ts';
import { nearest } from '../../kernel/schema/arguments.ts';
import { splitToolSlug } from '../../kernel/schema/tool-slug.ts';
import { findAccount, refuseWithoutAccount } from '../accounts/service-account.ts';
import { targetAccount } from '../accounts/target-account.ts';

export interface NamedServiceTool {
  connection: Connection;
  tool: ServiceTool;
}

/** Finds the tool of a slug on a connection, by default on the service's newest visible one (D34). Notes both for the activity row. */
export function* findServiceTool(context: ToolContext, toolSlug: string, connectionId: string | undefined): Op<NamedServiceTool> {
  const { service, name } = splitToolSlug(toolSlug);
  const connection = yield* findConnectionOf(context, service, connectionId);
  return { connection, tool: yield* findToolOf(context, connection, name) };
}

/** Finds a connection of this service, by default the newest visible one (D34). */
export function* findConnectionOf(context: ToolContext, service: string, connectionId: string | undefined): Op<Connection> {
  const { store, viewer, call } = context;
  const connection =
    connectionId === undefined
      ? yield* store.connections.standard(viewer, service)
      : yield* store.connections.visible(viewer, connectionId);
  if (!connection) {
    if (connectionId === undefined) throw noSuchService();
    return yield* refuseUnfound(context, ['conn'], connectionId);
  }
  call.notes.itemType = 'connection';
  call.notes.itemId = connection.id;
  call.notes.service = connection.service;
  call.notes.connectionId = connection.id;
  if (connection.service !== service) {
    throw refusal(
      'invalid_argument',
      `argument "connectionId" is a connection of "${connection.service}", but toolSlug names a tool of another service`,
    );
  }
  return connection;
}

/** Finds a tool that a connection lists, if it is not switched off and is within the limits of the key (D49). */
export function* findToolOf(context: ToolContext, connection: Connection, name: string): Op<ServiceTool> {
  const { store, viewer, call } = context;
  const { orgId, id, service } = connection;
  const isWithin = (one: string) => isServiceToolWithin(viewer.limits, `${service}__${one}`);
  const tool = yield* store.serviceTools.find(orgId, id, name);
  // Services that show tools only after sign-in are listed with the first account.
  if (connection.catalogueAt === null) refuseWithoutAccount(context, connection, yield* findAccount(context, connection));
  if (!tool || tool.removedAt !== null || tool.isOff || !isWithin(name)) {
    throw noSuchTool(service, name, (yield* store.serviceTools.names(orgId, id)).filter(isWithin));
  }
  call.notes.serviceTool = tool.name;
  return tool;
}

/** Facts about a connection and the account of a call, for a connector. */
export function targetOf(context: ToolContext, connection: Connection, account?: ConnectionAccount): ServiceTarget {
  const { store } = context;
  const { orgId, id, service, kind, config, revision, updatedAt, status, catalogueAt } = connection;
  return {
    orgId,
    connectionId: id,
    service,
    kind,
    config,
    revision,
    updatedAt,
    status,
    catalogueAt,
    readSecrets: () => store.read(() => store.connections.secrets(orgId, id)),
    account: account && targetAccount(context, connection, account),
  };
}

/** Error for a service that is not connected. It is identical for one that the caller may not see (D5). */
export function noSuchService(): GatewayError {
  return refusal(
    'no_such_item',
    'no connection of that service is visible to this key; list_connected_services lists the services it can use',
  );
}

function noSuchTool(service: string, name: string, names: string[]): GatewayError {
  const likely = nearest(name, names);
  const hint = likely ? `; did you mean "${service}__${likely}"?` : '';
  return refusal('no_such_item', `service "${service}" has no such tool${hint} (list_service_tools lists its tools)`);
}
