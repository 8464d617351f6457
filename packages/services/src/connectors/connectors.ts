import { accessOf, type SecretBox, type ServiceTarget } from '@gatehouse/core';
import { type Authorizer, type Credentials, createAuthorizer, openCredentials } from '../credentials/access.ts';
import { type AccountTokenSource, createAccountTokens } from '../credentials/accounts/account-tokens.ts';
import { openClient } from '../credentials/authorization/authorization-port.ts';
import type { createAuthorizationProtocol } from '../credentials/authorization/create-protocol.ts';
import { requireText } from '../kernel/guards.ts';
import type { Fetch } from '../net/guarded-fetch.ts';
import type { Connector, ConnectorEvents } from './connector.ts';
import { connectHttp } from './mcp/connect-http.ts';
import { connectMcp } from './mcp/connect-mcp.ts';
import type { KnownProtocols } from './mcp/known-protocols.ts';
import { connectOpenApi } from './openapi/connect-openapi.ts';
import type { DocumentThreads } from './openapi/document-thread.ts';
import type { Children } from './stdio/children.ts';

export interface ConnectorsOptions {
  box: SecretBox;
  authorization: ReturnType<typeof createAuthorizationProtocol>;
  protocols: KnownProtocols;
  children: Children;
  documents: DocumentThreads;
  /** Fetches with limits for messages of MCP, for bodies of an API, and for documents that describe one. */
  fetchers: { messages: Fetch; bodies: Fetch; documents: Fetch };
  /** Time limits of a whole call and of connecting. Milliseconds. */
  deadlineMs: number;
  connectMs: number;
  /** Largest result, and largest message that can contain one. Bytes. */
  resultBytes: number;
  messageBytes: number;
  report: (error: unknown, connectionId: string) => void;
}

export interface Connectors {
  /** Connects to a service by its kind. */
  open(target: ServiceTarget, events: ConnectorEvents, signal: AbortSignal): Promise<Connector>;
  /** Credentials of a service, with the account's tokens, for requests by `fetch`. */
  openAccess(target: ServiceTarget, fetch: Fetch): Promise<Access>;
}

interface Access {
  credentials: Credentials;
  authorizer: Authorizer;
}

/** One connector for each kind of service: MCP over streamable HTTP and stdio, and OpenAPI. // D31 */
export function createConnectors(options: ConnectorsOptions): Connectors {
  const { box, authorization, protocols, children, documents, fetchers, resultBytes, messageBytes, report } = options;
  const { deadlineMs } = options;
  const connectMs = Math.min(options.connectMs, deadlineMs);
  const limits = { deadlineMs, connectMs, resultBytes };

  async function openAccess(target: ServiceTarget, fetch: Fetch): Promise<Access> {
    const credentials = await openCredentials(target, box);
    const account = await openAccount(target, credentials);
    return { credentials, authorizer: createAuthorizer(accessOf(target.config), credentials, fetch, account) };
  }

  /** Tokens of the account that the call uses. Undefined for services without accounts. */
  async function openAccount(target: ServiceTarget, { redactor }: Credentials): Promise<AccountTokenSource | undefined> {
    const { account, connectionId } = target;
    if (!account) return undefined;
    const client = await openClient(target, box);
    const reportFault = (error: unknown) => report(error, connectionId);
    return createAccountTokens({ target, account, client, protocol: authorization, box, redactor, report: reportFault });
  }

  async function openApi(target: ServiceTarget): Promise<Connector> {
    const { credentials, authorizer } = await openAccess(target, fetchers.bodies);
    const { redactor } = credentials;
    return connectOpenApi({
      target,
      authorizer,
      redactor,
      fetch: fetchers.bodies,
      fetchDocument: fetchers.documents,
      documents,
      resultBytes,
    });
  }

  async function openMcpHttp(target: ServiceTarget, events: ConnectorEvents, signal: AbortSignal): Promise<Connector> {
    const { credentials, authorizer } = await openAccess(target, fetchers.messages);
    const { redactor } = credentials;
    const way = { url: requireText(target.config, 'url'), fetch: fetchers.messages, authorizer, redactor, maxBytes: messageBytes };
    return await protocols.connect(target, (protocol) =>
      connectHttp({
        ...way,
        protocol,
        connectMs,
        connect: (transport, known) => connectMcp({ transport, redactor, events, signal, ...limits, ...known }),
      }),
    );
  }

  async function openMcpStdio(target: ServiceTarget, connectorEvents: ConnectorEvents, signal: AbortSignal): Promise<Connector> {
    const credentials = await openCredentials(target, box);
    const { redactor } = credentials;
    return await children.open(target, credentials, connectorEvents, (transport, events, protocol) =>
      connectMcp({ transport, redactor, events, signal, ...limits, ...protocol }),
    );
  }

  return {
    openAccess,
    async open(target, events, signal) {
      switch (target.kind) {
        case 'openapi':
          return await openApi(target);
        case 'mcp-http':
          return await openMcpHttp(target, events, signal);
        case 'mcp-stdio':
          return await openMcpStdio(target, events, signal);
        default:
          return target.kind satisfies never;
      }
    },
  };
}
