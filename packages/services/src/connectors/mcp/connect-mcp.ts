import type { ConnectOptions, Transport } from '@modelcontextprotocol/client';
import { notConnectedWithin, ServiceFailure } from '../../kernel/failure.ts';
import type { Redactor } from '../../kernel/redact.ts';
import { serviceTitle } from '../../kernel/service-title.ts';
import type { Connector, ConnectorCall, ConnectorEvents } from '../connector.ts';
import { PassingClient } from './any-result.ts';
import { listAllTools } from './list-tools.ts';
import { type FailureContext, mcpFailure } from './mcp-failure.ts';
import { passOn, readResult } from './mcp-result.ts';
import { offeredVersion, startingWith, VersionRefused } from './protocol-version.ts';
import { nameAtService } from './read-tool.ts';

export interface McpOptions {
  transport: Transport;
  redactor: Redactor;
  events: ConnectorEvents;
  deadlineMs: number;
  connectMs: number;
  resultBytes: number;
  signal: AbortSignal;
  /** Protocol of the service, known from an earlier connection. */
  prior?: ConnectOptions['prior'];
  /** Version to offer first, if the service named one. */
  version?: string | undefined;
  onProtocol?: (prior: ConnectOptions['prior']) => void;
}

const probeMs = 5000;

/** Connects to an MCP server of either era, and returns a connector. */
export async function connectMcp(options: McpOptions): Promise<Connector> {
  const { transport, redactor, events, deadlineMs, connectMs, resultBytes, signal } = options;
  const client = new PassingClient(
    { name: 'gatehouse', version: '1.0.0' },
    {
      capabilities: {},
      versionNegotiation: { mode: 'auto', probe: { timeoutMs: Math.min(probeMs, connectMs) } },
      inputRequired: { autoFulfill: false },
      ...(options.version !== undefined && { supportedProtocolVersions: startingWith(options.version) }),
    },
  );
  const failure = (error: unknown, limitMs: number): unknown => {
    const context: FailureContext = { redactor, deadlineMs: limitMs, hasSession: transport.sessionId !== undefined };
    return mcpFailure(error, context);
  };
  client.onclose = () => events.onClosed();
  client.setNotificationHandler('notifications/tools/list_changed', () => events.onToolsChanged());

  try {
    await client.connect(transport, { timeout: connectMs, signal, ...(options.prior ? { prior: options.prior } : {}) });
  } catch (error) {
    const failed = beforeAnyCall(failure(error, connectMs), connectMs);
    const version = offeredVersion(error);
    // A client that never connected has little to close. The reason of the failure matters more.
    await client.close().catch(() => undefined);
    throw version !== undefined && failed instanceof ServiceFailure ? new VersionRefused(version, failed) : failed;
  }
  const discover = client.getDiscoverResult();
  options.onProtocol?.(discover ? { kind: 'modern', discover } : { kind: 'legacy' });

  return {
    listsOnConnect: true,
    async call({ tool, arguments: given, signal, remainingMs, onProgress, traceparent }) {
      try {
        const result = await client.callTool(
          { name: nameAtService(tool), arguments: given, ...(traceparent !== undefined && { _meta: { traceparent } }) },
          {
            // Leaves out the output schema, because results are passed on without validation.
            toolDefinition: { name: nameAtService(tool), inputSchema: tool.inputSchema as { type: 'object' } },
            signal,
            timeout: remainingMs,
            ...(onProgress ? { onprogress: withoutSecrets(onProgress, redactor) } : {}),
          },
        );
        return passOn(readResult(result, redactor), redactor, resultBytes);
      } catch (error) {
        throw failure(error, deadlineMs);
      }
    },
    async list(signal) {
      try {
        const listed = await listAllTools(client, redactor, { signal, timeout: deadlineMs });
        const { name, title = name } = client.getServerVersion() ?? {};
        return { ...listed, title: serviceTitle(title, redactor), instructions: instructionsOf(client.getInstructions(), redactor) };
      } catch (error) {
        throw failure(error, deadlineMs);
      }
    },
    close: () =>
      client.close().catch((error) => {
        throw failure(error, deadlineMs);
      }),
  };
}

const maxInstructions = 4000;

/** Undefined without instructions. */
function instructionsOf(said: unknown, redactor: Redactor): string | undefined {
  if (typeof said !== 'string') return undefined;
  const text = redactor.text(said).replaceAll('\0', '').trim();
  return text.slice(0, maxInstructions).toWellFormed() || undefined;
}

function withoutSecrets(onProgress: NonNullable<ConnectorCall['onProgress']>, redactor: Redactor): typeof onProgress {
  return ({ progress, total, message }) =>
    onProgress({ progress, total, message: message === undefined ? undefined : redactor.text(message) });
}

/** Marks failures while connecting: no request has reached the service yet. */
function beforeAnyCall(error: unknown, connectMs: number): unknown {
  if (!(error instanceof ServiceFailure) || error.answer) return error;
  if (error.kind === 'timeout') return notConnectedWithin(connectMs, error);
  return new ServiceFailure(error.kind, error.message, { neverRan: true, lostConnection: true, cause: error });
}
