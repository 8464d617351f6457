export { commandNames } from './command-names.ts';
export { openCompany } from './company/open-company.ts';
export { createToolRegistry, type Gatehouse, type OpenOptions, openGatehouse } from './composition.ts';
export { type Configuration, describeSettings, readConfiguration } from './configuration.ts';
export { createLogger } from './logger.ts';
export { openMailer } from './mail/open-mailer.ts';
export { readMailServer } from './mail/read-mail-server.ts';
export { createProgram } from './program.ts';
export { callTool } from './workspace/workspace.ts';
