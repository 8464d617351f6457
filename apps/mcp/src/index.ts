export { createMcpEntrance, type McpEntrance, type McpEntranceOptions } from './http/mcp-entrance.ts';
export type { SignIn } from './requests/credential.ts';
export type { NodeRequest } from './requests/node-request.ts';
export { openStdioBridge, type StdioBridgeOptions } from './stdio/stdio-bridge.ts';
export { openStdioEntrance, type StdioEntranceOptions } from './stdio/stdio-entrance.ts';
