export { createToolRegistry, type Gatehouse, type OpenOptions, openGatehouse } from './composition.ts';
export { type Configuration, readConfiguration } from './configuration.ts';
export { createLogger } from './logger.ts';
export { callTool } from './workspace/workspace.ts';
