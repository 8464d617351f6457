import { z } from 'zod';
import { defineTool } from '../../kernel/context/tool.ts';
import { pageLimit } from '../../kernel/schema/schema.ts';
import { connectAttemptExample, connectAttemptShape, findAttempts } from './connect-attempts.ts';

export const listAllConnectAttempts = defineTool({
  name: 'list_all_connect_attempts',
  title: 'List all connect attempts',
  description: 'List all sign-in attempts of clients in the last day with their address, including attempts in which nobody signed in.',
  audience: 'operator',
  access: 'read',
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: z.strictObject({ limit: pageLimit(50, 500, 'attempts') }),
  output: z.object({ attempts: z.array(connectAttemptShape.extend({ address: z.string().nullable() })) }),
  example: { input: { limit: 1 }, output: { attempts: [{ ...connectAttemptExample, address: '192.0.2.7' }] } },
  *run(context, { limit }) {
    const everything = () => true;
    return { attempts: yield* findAttempts(context, everything, everything, limit) };
  },
});
