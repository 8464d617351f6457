import { z } from 'zod';
import { defineDiscoveryTool } from '../../kernel/context/tool.ts';
import { GatewayError } from '../../kernel/errors/errors.ts';
import type { Discovery } from '../../kernel/ports/service-port.ts';
import { identifier } from '../../kernel/schema/schema.ts';
import { connectFirst, findAccount } from '../accounts/service-account.ts';
import { applyCatalogue, type CatalogueChange } from '../calling/catalogue.ts';
import { targetOf } from '../calling/service-tool.ts';
import { codedLeftOutShape } from '../calling/shapes.ts';
import { findManagedConnection } from './find-connection.ts';

const names = z.array(z.string());
const nothingChanged: CatalogueChange = { added: [], changed: [], removed: [], held: [] };

export const testConnection = defineDiscoveryTool({
  name: 'test_connection',
  title: 'Test connection',
  description: 'Connect to a service again and reload its list of tools.',
  audience: 'person',
  access: 'write',
  hints: { destructive: false, idempotent: true, openWorld: true },
  input: z.strictObject({ connectionId: identifier('from list_connections') }),
  output: z.object({
    reachable: z.boolean(),
    message: z.string().nullable(),
    toolsCount: z.int(),
    added: names,
    changed: names,
    removed: names,
    held: names,
    leftOut: codedLeftOutShape,
  }),
  example: {
    input: { connectionId: 'conn_01jd2x7q8me3k5w9t4v6b8n0r2' },
    output: { reachable: true, message: null, toolsCount: 42, added: [], changed: ['create_issue'], removed: [], held: ['create_issue'] },
  },
  *prepare(context, { connectionId }) {
    const connection = yield* findManagedConnection(context, connectionId);
    const account = yield* findAccount(context, connection);
    return { connectionId, target: targetOf(context, connection, account?.status === 'active' ? account : undefined) };
  },
  async runOutside({ ports: { services } }, { target }, call): Promise<Discovery | GatewayError> {
    try {
      return await services.discover(target, call);
    } catch (error) {
      // An unreachable service is a result of this tool, not its failure.
      if (error instanceof GatewayError && error.code === 'service_error') return error;
      throw error;
    }
  },
  *conclude(context, { connectionId, target }, brought) {
    const { store, now } = context;
    // Find it again: it may have been changed, or removed, during the request to the service.
    const connection = yield* findManagedConnection(context, connectionId);
    const failed = brought instanceof GatewayError;
    const needsAccount = !failed && brought.needsAccount === true;
    const how = { listedBy: target.account?.personId, isAsked: true };
    const change = failed || needsAccount ? nothingChanged : yield* applyCatalogue(store, connection, brought, now, how);
    // The service answers. Processes now drop their earlier state of it.
    if (!failed) yield* store.connections.noteTested(connection.orgId, connectionId);
    const toolsCount = (yield* store.serviceTools.names(connection.orgId, connectionId)).length;
    const leftOut = failed ? [] : (brought.leftOut ?? []);
    const message = failed ? brought.message : needsAccount ? connectFirst(context, connection).message : null;
    const answer = { reachable: !failed, message, toolsCount, ...change };
    return { ...answer, ...(leftOut.length > 0 && { leftOut }) };
  },
});
