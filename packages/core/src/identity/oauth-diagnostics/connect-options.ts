import { z } from 'zod';
import { defineTool } from '../../kernel/context/tool.ts';

export const connectOptions = defineTool({
  name: 'connect_options',
  title: 'Connect options',
  description: 'Where clients of MCP sign in by themselves, and so need no key.',
  audience: 'person',
  access: 'read',
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: z.strictObject({}),
  output: z.object({ signInUrl: z.string().nullable().describe('the address to give to a client; null where clients cannot sign in') }),
  example: { input: {}, output: { signInUrl: 'https://gatehouse.example.com/mcp' } },
  // biome-ignore lint/correctness/useYield: it asks the database nothing
  *run({ settings }) {
    return { signInUrl: settings.signInUrl ?? null };
  },
});
