import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { echoServer } from './services/services-echo.ts';

/** What calls are forwarded to over standard input and output. */
await echoServer().connect(new StdioServerTransport());
