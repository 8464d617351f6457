import { z } from 'zod';
import { defineTool } from '../../kernel/context/tool.ts';

export const connectOptions = defineTool({
  name: 'connect_options',
  title: 'Connect options',
  description: 'Return the MCP endpoint for clients that sign in without a key.',
  audience: 'person',
  access: 'read',
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: z.strictObject({}),
  output: z.object({ signInUrl: z.string().nullable().describe('endpoint URL to enter in a client; null if clients cannot sign in') }),
  example: { input: {}, output: { signInUrl: 'https://gatehouse.example.com/mcp' } },
  // biome-ignore lint/correctness/useYield: it asks the database nothing
  *run({ gateway }) {
    return { signInUrl: gateway.settings.signInUrl ?? null };
  },
});
