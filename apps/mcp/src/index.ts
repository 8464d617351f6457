export { createMcpEntrance, type McpEntrance, type McpEntranceOptions } from './mcp-entrance.ts';
