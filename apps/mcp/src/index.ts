export { createMcpEntrance, type McpEntrance, type McpEntranceOptions, type NodeRequest } from './mcp-entrance.ts';
export { openStdioBridge, type StdioBridgeOptions } from './stdio-bridge.ts';
export { openStdioEntrance, type StdioEntranceOptions } from './stdio-entrance.ts';
