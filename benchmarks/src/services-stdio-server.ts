import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { echoServer } from './services/services-echo.ts';

/** Target of calls forwarded over standard input and output. */
await echoServer().connect(new StdioServerTransport());
