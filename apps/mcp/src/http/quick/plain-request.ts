import { fieldOf, isObject } from '@gatehouse/domain';
import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  classifyInboundRequest,
  PROTOCOL_VERSION_META_KEY,
  type RequestId,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/server';
import type { NodeRequest } from '../../requests/node-request.ts';

/** The part of a request's head that decides how its message is answered. */
export interface PlainHead {
  host: string;
  authorization?: string;
  accept: string;
  'content-length'?: string;
  'user-agent'?: string;
  traceparent?: string;
  'mcp-protocol-version'?: string;
  'mcp-method'?: string;
  'mcp-name'?: string;
  'mcp-session-id'?: string;
}

/** A `tools/call` or `tools/list` in which nothing is out of the ordinary. */
export interface PlainMessage {
  era: 'modern' | 'legacy';
  id: RequestId;
  /** The tool that is called. Undefined for `tools/list`. */
  tool: string | undefined;
  meta: Record<string, unknown> | undefined;
}

const read = new Set([
  'host',
  'authorization',
  'accept',
  'user-agent',
  'traceparent',
  'mcp-protocol-version',
  'mcp-method',
  'mcp-name',
  'mcp-session-id',
  'content-type',
  'content-length',
]);
/** Messages like these are answered by the guards. */
const remarkable = new Set(['origin', 'content-encoding']);
const json = /^application\/json(?:; ?charset=utf-8)?$/i;

/** Reads the head of a request that only its key can make invalid. Undefined if that is not certain. */
export function readPlainHead({ method, rawHeaders }: Pick<NodeRequest['incoming'], 'method' | 'rawHeaders'>): PlainHead | undefined {
  if (method !== 'POST') return undefined;
  const head: Record<string, string> = {};
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!.toLowerCase();
    if (remarkable.has(name)) return undefined;
    if (!read.has(name)) continue;
    // Leaves repeated headers to the SDK.
    if (head[name] !== undefined) return undefined;
    head[name] = rawHeaders[index + 1]!;
  }
  const { host, accept, 'content-type': type } = head;
  if (host === undefined || !type || !json.test(type)) return undefined;
  return accept?.includes('application/json') && accept.includes('text/event-stream') ? (head as unknown as PlainHead) : undefined;
}

const messageKeys = new Set(['jsonrpc', 'id', 'method', 'params']);

/** Reads a message without its arguments. Returns undefined for a message that may not be plain; the SDK then handles it. */
export function readPlainMessage(head: PlainHead, body: unknown): PlainMessage | undefined {
  if (!isObject(body) || !hasOnly(body, messageKeys) || body.jsonrpc !== '2.0') return undefined;
  const { id, method, params = {} } = body;
  if (typeof id !== 'string' && (typeof id !== 'number' || !Number.isSafeInteger(id))) return undefined;
  if (!isObject(params)) return undefined;
  const { _meta: meta, name, ...others } = params;
  const isCall = method === 'tools/call' && typeof name === 'string';
  const isList = method === 'tools/list' && !('name' in params);
  if ((!isCall && !isList) || Object.keys(others).length > 0 || (meta !== undefined && !isObject(meta))) return undefined;
  const era = eraOf(head, body, meta);
  return era && { era, id, tool: isCall ? name : undefined, meta };
}

type Meta = Record<string, unknown>;
const newest = '2026-07-28';
const older = new Set(SUPPORTED_PROTOCOL_VERSIONS);

function eraOf(head: PlainHead, body: Record<string, unknown>, meta: Meta | undefined): PlainMessage['era'] | undefined {
  const version = head['mcp-protocol-version'];
  if (version === newest) return isPlainEnvelope(head, body, meta) ? 'modern' : undefined;
  if (version !== undefined && !older.has(version)) return undefined;
  return Object.keys(meta ?? {}).some(isReserved) ? undefined : 'legacy';
}

const envelopeKeys = new Set([PROTOCOL_VERSION_META_KEY, CLIENT_CAPABILITIES_META_KEY, CLIENT_INFO_META_KEY]);

function isPlainEnvelope(head: PlainHead, body: Record<string, unknown>, meta: Meta | undefined): boolean {
  if (meta?.[PROTOCOL_VERSION_META_KEY] !== newest || head['mcp-method'] !== body.method) return false;
  if (body.method === 'tools/call' && head['mcp-name'] !== fieldOf(body.params, 'name')) return false;
  if (Object.keys(meta).some((key) => isReserved(key) && !envelopeKeys.has(key))) return false;
  return isKnownEnvelope(meta, body);
}

/** True for keys that the protocol reserves. `progressToken` needs a stream, and others can have any meaning. */
function isReserved(key: string): boolean {
  return key === 'progressToken' || key.startsWith('io.modelcontextprotocol/');
}

const knownEnvelopes = new Set<string>();
const maxKnown = 500;
const longestKnown = 2000;

/**
 * True for an envelope that the SDK has accepted before. Clients repeat theirs in every message, and the SDK's check takes as long as the
 * rest of the answer.
 */
function isKnownEnvelope(meta: Meta, body: object): boolean {
  const said = JSON.stringify({ capabilities: meta[CLIENT_CAPABILITIES_META_KEY], info: meta[CLIENT_INFO_META_KEY] });
  if (knownEnvelopes.has(said)) return true;
  if (said.length > longestKnown || classifyInboundRequest({ httpMethod: 'POST', body }).kind !== 'modern') return false;
  if (knownEnvelopes.size >= maxKnown) knownEnvelopes.clear();
  knownEnvelopes.add(said);
  return true;
}

function hasOnly(value: object, keys: ReadonlySet<string>): boolean {
  return Object.keys(value).every((key) => keys.has(key));
}
