import type { Transport } from '@modelcontextprotocol/client';
import type { Fetch } from '../../net/guarded-fetch.ts';
import type { Connector } from '../connector.ts';
import { createHttpTransport } from './http-transport.ts';
import type { Protocol } from './known-protocols.ts';
import { VersionRefused } from './protocol-version.ts';
import { createSseTransport, type SseTransportOptions } from './sse-transport.ts';

export interface ConnectHttpOptions extends SseTransportOptions {
  protocol: Protocol;
  connect(transport: Transport, protocol: Protocol): Promise<Connector>;
}

/** Statuses with which a server of the older transport answers a message posted to the address of its stream. */
const noStreamableHttp = new Set([400, 404, 405, 501]);

/**
 * Connects to an MCP server over HTTP: streamable HTTP, otherwise the older HTTP with SSE. It follows the detection in the specification.
 */
export async function connectHttp(options: ConnectHttpOptions): Promise<Connector> {
  const { url, fetch, authorizer, redactor, connectMs, maxBytes, protocol, connect } = options;
  const overSse = async () => {
    // This transport is older than the request for the protocol version.
    const onProtocol = () => protocol.onProtocol({ kind: 'legacy' }, 'sse');
    return await takingOffer({ ...protocol, prior: { kind: 'legacy' }, onProtocol }, (known) =>
      connect(createSseTransport({ url, fetch, authorizer, redactor, connectMs, maxBytes }), known),
    );
  };
  if (protocol.httpTransport === 'sse') return await overSse();
  let refusedWith = 0;
  const noted: Fetch = async (address, init) => {
    const answer = await fetch(address, init);
    if (!answer.ok) refusedWith = answer.status;
    return answer;
  };
  try {
    return await takingOffer(protocol, (known) => connect(createHttpTransport({ url, fetch: noted, authorizer, redactor }), known));
  } catch (error) {
    if (!noStreamableHttp.has(refusedWith)) throw error;
    try {
      return await overSse();
    } catch {
      // The server does not support the older transport either, so its first error is reported.
      throw error;
    }
  }
}

/** Connects once more if the service refuses our newest version and names another one that we support. */
async function takingOffer(protocol: Protocol, connect: (known: Protocol) => Promise<Connector>): Promise<Connector> {
  try {
    return await connect(protocol);
  } catch (error) {
    if (!(error instanceof VersionRefused)) throw error;
    return await connect({ ...protocol, prior: { kind: 'legacy' }, version: error.version });
  }
}
