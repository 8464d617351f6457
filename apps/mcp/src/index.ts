export type { SignIn } from './credential.ts';
export { createMcpEntrance, type McpEntrance, type McpEntranceOptions } from './mcp-entrance.ts';
export type { NodeRequest } from './node-request.ts';
export { openStdioBridge, type StdioBridgeOptions } from './stdio/stdio-bridge.ts';
export { openStdioEntrance, type StdioEntranceOptions } from './stdio/stdio-entrance.ts';
