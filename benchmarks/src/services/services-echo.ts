import { McpServer } from '@modelcontextprotocol/server';

const message = { type: 'string' };
const more = Array.from({ length: 200 }, (_, index) => [
  `filter_${index}`,
  { type: 'string', description: 'Only what fits.', maxLength: 200 },
]);
const tools = Object.entries({ echo: { message }, echo_much: { message, ...Object.fromEntries(more) } }).map(([name, properties]) => ({
  name,
  description: 'Gives the message back.',
  inputSchema: { type: 'object' as const, properties, required: ['message'] },
  annotations: { readOnlyHint: true },
}));

/** MCP server with a tool that returns its argument, and one that does the same but takes many more arguments. */
export function echoServer(): McpServer {
  const mcp = new McpServer({ name: 'echo', version: '1.0.0' });
  mcp.server.registerCapabilities({ tools: {} });
  mcp.server.setRequestHandler('tools/list', async () => ({ tools }));
  mcp.server.setRequestHandler('tools/call', async ({ params }) => ({
    content: [{ type: 'text' as const, text: String(params.arguments?.message) }],
  }));
  return mcp;
}
