import { createMCPClient } from '@ai-sdk/mcp';
import { Client, StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

/** Result of a tool call, in the form of any client library. */
export interface ToolResult {
  isError?: boolean;
  content: { type: string; text?: string }[];
  structuredContent?: unknown;
  _meta?: Record<string, unknown>;
}

export interface ConnectedClient {
  listTools(): Promise<string[]>;
  call(name: string, input?: object): Promise<ToolResult>;
  close(): Promise<unknown>;
}

/** Way to the gateway: over HTTP, or as a process that the client starts. */
export type Target = { url: string; key: string } | { command: string; args: string[]; env: Record<string, string> };

export interface ClientOfALibrary {
  name: string;
  /** The revision it speaks with this gateway, newest first. */
  era: '2026' | '2025';
  /** Name of the client, and so its name in the log. */
  says: { sdkName: string; sdkVersion?: string };
  connect(target: Target): Promise<ConnectedClient>;
}

const clientInfo = { name: 'e2e', version: '1.2.3' };
const says = { sdkName: clientInfo.name, sdkVersion: clientInfo.version };

type Negotiation = NonNullable<ConstructorParameters<typeof Client>[1]>['versionNegotiation'];

function currentClient(name: string, era: '2026' | '2025', versionNegotiation?: Negotiation): ClientOfALibrary {
  return {
    name: `@modelcontextprotocol/client 2.4, ${name}`,
    era,
    says,
    connect: async (target) => {
      const client = new Client(clientInfo, versionNegotiation ? { versionNegotiation } : {});
      const transport = currentTransport(target);
      await client.connect(transport);
      return wrap(client as unknown as SdkClient, transport as SdkTransport);
    },
  };
}

function currentTransport(target: Target): Transport {
  if (!('url' in target)) return new StdioClientTransport({ ...target, stderr: 'ignore' });
  return new StreamableHTTPClientTransport(new URL(target.url), { requestInit: { headers: { Authorization: `Bearer ${target.key}` } } });
}

/** The parts of a client that stayed the same from version 1.10 to 2.4. */
interface SdkClient {
  listTools(): Promise<{ tools: { name: string }[] }>;
  callTool(params: { name: string; arguments: object }): Promise<ToolResult>;
  close(): Promise<void>;
}

/** Over HTTP, the part of a transport that ends a session. */
interface SdkTransport {
  terminateSession?(): Promise<void>;
}

function wrap(client: SdkClient, transport: SdkTransport): ConnectedClient {
  return {
    listTools: async () => (await client.listTools()).tools.map((tool) => tool.name),
    call: (name, input = {}) => client.callTool({ name, arguments: input }),
    close: async () => {
      await transport.terminateSession?.();
      await client.close();
    },
  };
}

/** Constructors as every 1.x version has them; the packages' own types differ from version to version. */
interface OlderModules {
  Client: new (info: { name: string; version: string }) => SdkClient & { connect(transport: unknown): Promise<void> };
  StreamableHTTPClientTransport: new (url: URL, options: object) => SdkTransport;
  StdioClientTransport: new (options: object) => SdkTransport;
}

function olderClient(version: string, load: () => Promise<unknown[]>): ClientOfALibrary {
  return {
    name: `@modelcontextprotocol/sdk ${version}`,
    era: '2025',
    says,
    connect: async (target) => {
      const modules = Object.assign({}, ...(await load())) as OlderModules;
      const client = new modules.Client(clientInfo);
      const transport = olderTransport(modules, target);
      await client.connect(transport);
      return wrap(client, transport);
    },
  };
}

function olderTransport({ StreamableHTTPClientTransport, StdioClientTransport }: OlderModules, target: Target): SdkTransport {
  if (!('url' in target)) return new StdioClientTransport({ ...target, stderr: 'ignore' });
  return new StreamableHTTPClientTransport(new URL(target.url), { requestInit: { headers: { Authorization: `Bearer ${target.key}` } } });
}

/** An implementation of the protocol without the SDK inside. */
const aiSdk: ClientOfALibrary = {
  name: '@ai-sdk/mcp',
  era: '2026',
  says: { sdkName: 'ai-sdk-mcp-client' },
  connect: async (target) => {
    if (!('url' in target)) throw new Error('this client is driven over HTTP only');
    const client = await createMCPClient({
      transport: { type: 'http', url: target.url, headers: { Authorization: `Bearer ${target.key}` } },
    });
    const tools = await client.tools();
    return {
      listTools: async () => Object.keys(tools),
      call: async (name, input = {}) =>
        (await tools[name]?.execute?.(input, { toolCallId: 'call', messages: [], context: undefined } as never)) as ToolResult,
      close: () => client.close(),
    };
  },
};

const modulesOf = {
  '1.10': () => [
    import('mcp-sdk-1-10/client/index.js'),
    import('mcp-sdk-1-10/client/streamableHttp.js'),
    import('mcp-sdk-1-10/client/stdio.js'),
  ],
  '1.12': () => [
    import('mcp-sdk-1-12/client/index.js'),
    import('mcp-sdk-1-12/client/streamableHttp.js'),
    import('mcp-sdk-1-12/client/stdio.js'),
  ],
  '1.17': () => [
    import('mcp-sdk-1-17/client/index.js'),
    import('mcp-sdk-1-17/client/streamableHttp.js'),
    import('mcp-sdk-1-17/client/stdio.js'),
  ],
  '1.24': () => [
    import('mcp-sdk-1-24/client/index.js'),
    import('mcp-sdk-1-24/client/streamableHttp.js'),
    import('mcp-sdk-1-24/client/stdio.js'),
  ],
  '1.32': () => [
    import('mcp-sdk-1-32/client/index.js'),
    import('mcp-sdk-1-32/client/streamableHttp.js'),
    import('mcp-sdk-1-32/client/stdio.js'),
  ],
} satisfies Record<string, () => Promise<unknown>[]>;

export const sdkClients: ClientOfALibrary[] = [
  currentClient('default', '2025'),
  currentClient('auto', '2026', { mode: 'auto' }),
  currentClient('pinned to 2026-07-28', '2026', { mode: { pin: '2026-07-28' } }),
  ...Object.entries(modulesOf).map(([version, load]) => olderClient(version, () => Promise.all(load()))),
];

export const httpClients: ClientOfALibrary[] = [...sdkClients, aiSdk];
