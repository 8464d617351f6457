/** A server of npm that starts without an account, one of its ways of being asked, and a call that changes nothing beyond its folder. */
export interface PublicServer {
  package: string;
  transport: 'stdio' | 'http' | 'sse';
  /** With `{port}` for a free port and `{folder}` for an empty folder. */
  args: string[];
  env?: Record<string, string>;
  /** Path of its HTTP address. */
  path?: string;
  call: { name: string; arguments: Record<string, unknown> };
}

const everything = { package: '@modelcontextprotocol/server-everything', call: { name: 'echo', arguments: { message: 'hällo 🚪' } } };
const memory = { name: 'search_nodes', arguments: { query: 'anything' } };
const thought = { thought: 'One step', nextThoughtNeeded: false, thoughtNumber: 1, totalThoughts: 1 };
const chart = { name: 'generate_pie_chart', arguments: { data: [] } };
const browser = { name: 'browser_resize', arguments: { width: 'wide', height: 10 } };

export const publicServers: readonly PublicServer[] = [
  { ...everything, transport: 'stdio', args: ['stdio'] },
  { ...everything, transport: 'http', args: ['streamableHttp'], env: { PORT: '{port}' }, path: '/mcp' },
  { ...everything, transport: 'sse', args: ['sse'], env: { PORT: '{port}' }, path: '/sse' },
  {
    package: '@modelcontextprotocol/server-filesystem',
    transport: 'stdio',
    args: ['{folder}'],
    call: { name: 'list_allowed_directories', arguments: {} },
  },
  {
    package: '@modelcontextprotocol/server-memory',
    transport: 'stdio',
    args: [],
    env: { MEMORY_FILE_PATH: '{folder}/memory.json' },
    call: memory,
  },
  {
    package: '@modelcontextprotocol/server-sequential-thinking',
    transport: 'stdio',
    args: [],
    env: { DISABLE_THOUGHT_LOGGING: 'true' },
    call: { name: 'sequentialthinking', arguments: thought },
  },
  {
    package: '@upstash/context7-mcp',
    transport: 'stdio',
    args: [],
    call: { name: 'resolve-library-id', arguments: { query: 'x', libraryName: 'x' } },
  },
  {
    package: '@upstash/context7-mcp',
    transport: 'http',
    args: ['--transport', 'http', '--port', '{port}'],
    path: '/mcp',
    call: { name: 'resolve-library-id', arguments: { query: 'x', libraryName: 'x' } },
  },
  { package: '@playwright/mcp', transport: 'stdio', args: ['--headless'], call: browser },
  { package: '@playwright/mcp', transport: 'http', args: ['--headless', '--port', '{port}'], path: '/mcp', call: browser },
  { package: '@playwright/mcp', transport: 'sse', args: ['--headless', '--port', '{port}'], path: '/sse', call: browser },
  {
    package: '@wonderwhy-er/desktop-commander',
    transport: 'stdio',
    args: [],
    env: { HOME: '{folder}' },
    call: { name: 'list_searches', arguments: {} },
  },
  { package: '@antv/mcp-server-chart', transport: 'stdio', args: [], call: chart },
  {
    package: '@antv/mcp-server-chart',
    transport: 'http',
    args: ['--transport', 'streamable', '--port', '{port}'],
    path: '/mcp',
    call: chart,
  },
  { package: '@antv/mcp-server-chart', transport: 'sse', args: ['--transport', 'sse', '--port', '{port}'], path: '/sse', call: chart },
  { package: 'mcp-hello-world', transport: 'stdio', args: [], call: { name: 'echo', arguments: { message: 'hello' } } },
];
