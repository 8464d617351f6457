import {
  accessOf,
  type Discovery,
  type LeftOut,
  type OutsideCall,
  refusal,
  type ServiceTarget,
  type ToolDefinition,
} from '@gatehouse/core';
import { minuteMs } from '@gatehouse/domain';
import { type Authorizer, fetchAuthorized } from '../../credentials/access.ts';
import { failureOf, httpFailure, ServiceFailure } from '../../kernel/failure.ts';
import { requireText } from '../../kernel/guards.ts';
import { listOf, recordOf } from '../../kernel/json.ts';
import type { Redactor } from '../../kernel/redact.ts';
import { serviceTitle } from '../../kernel/service-title.ts';
import type { Answer } from '../../net/answer.ts';
import { closedUnanswered } from '../../net/exchange.ts';
import type { Fetch } from '../../net/guarded-fetch.ts';
import type { Connector } from '../connector.ts';
import { passOn } from '../mcp/mcp-result.ts';
import { plainText } from '../mcp/plain-text.ts';
import { buildRequest } from './build-request.ts';
import { collectFiles, type DocumentFile } from './document-files.ts';
import { type DocumentThreads, notOpenApi } from './document-thread.ts';
import { bindingOf } from './operations.ts';
import { refuseUnconfirmed, refuseUnnamed, unconfirmedOrigins } from './origins.ts';
import { readResponse } from './read-response.ts';

export interface OpenApiOptions {
  target: ServiceTarget;
  authorizer: Authorizer;
  redactor: Redactor;
  fetch: Fetch;
  /** Fetches the document, which may be larger than any result. */
  fetchDocument: Fetch;
  documents: DocumentThreads;
  resultBytes: number;
}

/** Connects to a service described by OpenAPI. Between calls only pooled sockets stay open. */
export function connectOpenApi(options: OpenApiOptions): Connector {
  const { target, authorizer, redactor, fetch, fetchDocument, documents, resultBytes } = options;
  return {
    listsOnConnect: false,
    async call({ tool, arguments: given, signal, traceparent, readFile }) {
      const binding = bindingOf(tool);
      const { mode } = tool;
      const baseUrl = binding.server ?? requireText(target.config, 'baseUrl');
      const request = await buildRequest({ baseUrl, binding, given, readFile });
      refuseUnconfirmed(target, tool.name, request.url);
      const shownUri = request.url.href;
      try {
        const { url, ...init } = request;
        // An operation may define this header as its own argument.
        if (traceparent !== undefined && !init.headers.has('traceparent')) init.headers.set('traceparent', traceparent);
        const send = () => fetchAuthorized(fetch, authorizer, url, { ...init, signal });
        // A GET of a read-only tool can safely be sent again.
        const response = await (mode === 'read' && init.method === 'GET' ? onceMoreWhereClosed(send) : send());
        const { status, headers } = response;
        const said = async () => redactor.quote(plainText(redactor.text(await response.text())));
        // A caller that sent an ETag expects 304.
        if (!response.ok && status !== 304) throw httpFailure(status, await said(), headers.get('retry-after'));
        return passOn(await readResponse(response, shownUri, binding.resultHeaders), redactor, resultBytes);
      } catch (error) {
        throw failureOf(error);
      }
    },
    async list(signal) {
      if (typeof target.config.documentUrl !== 'string') return undefined;
      return await discoverOpenApi({ target, authorizer, redactor, fetch: fetchDocument, documents }, { signal });
    },
    close: async () => {},
  };
}

/** Sends a request again if the service closed the idle connection just as the request was sent. */
async function onceMoreWhereClosed(send: () => Promise<Answer>): Promise<Answer> {
  try {
    return await send();
  } catch (error) {
    if (!closedUnanswered(error)) throw error;
    return await send();
  }
}

export interface DiscoverOptions {
  target: ServiceTarget;
  authorizer: Authorizer;
  redactor: Redactor;
  fetch: Fetch;
  documents: DocumentThreads;
}

/** Reads the document and pins the address of its service. A later document may change tools, which are then held, but not the address. */
export function discoverOpenApi(options: DiscoverOptions, call: Pick<OutsideCall, 'caller' | 'signal' | 'onProgress'>): Promise<Discovery> {
  const { caller = options.target.connectionId, signal } = call;
  const { document } = options.target.config;
  const heldBytes = typeof document === 'string' ? Buffer.byteLength(document) : 0;
  return options.documents.inTurn(caller, heldBytes, () => discoverInTurn(options, call), signal);
}

async function discoverInTurn(
  { target, authorizer, redactor, fetch, documents }: DiscoverOptions,
  { signal, onProgress }: Pick<OutsideCall, 'signal' | 'onProgress'>,
): Promise<Discovery> {
  const { document: inline, ...config } = target.config;
  onProgress?.({ progress: 0, total: 1, message: 'fetching the document' });
  const from = (address: string, within: AbortSignal) => fetchBytes(target, authorizer, fetch, address, within);
  const bytes = typeof inline === 'string' ? new TextEncoder().encode(inline) : await from(requireText(config, 'documentUrl'), signal);
  const [documentUrl, given] = [config.documentUrl, config.baseUrl].map((one) => (typeof one === 'string' ? one : undefined));
  const received = (tools: ToolDefinition[], json: string) => withoutCredentials(redactor.value(tools, json), target);
  const files = documentUrl === undefined ? [] : await fetchNeighbours(documentUrl, bytes, from, signal);
  const found = await documents.read({ bytes, documentUrl, baseUrl: given, files }, { received, onProgress, signal });
  const baseUrl = given ?? baseUrlOf(found.address, config);
  const { tools, leftOut } = found;
  if (tools.length === 0) throw notOpenApi(whyNone(leftOut));
  const pinned = { ...config, baseUrl, confirmedOrigins: config.confirmedOrigins ?? [] };
  if (target.catalogueAt === null) refuseUnnamed(pinned, tools);
  return {
    tools,
    title: serviceTitle(found.title, redactor),
    config: pinned,
    unconfirmedOrigins: unconfirmedOrigins(pinned, tools),
    leftOut,
  };
}

function whyNone(leftOut: LeftOut[]): string {
  const [first] = leftOut;
  if (!first) return 'it describes no operations';
  const others = leftOut.length > 1 ? `, and ${leftOut.length - 1} more` : '';
  return `none of its operations can be called (${first.operation}: ${first.reason}${others})`;
}

/** Time limit for all files except the root. */
const neighboursMs = minuteMs;

/** Fetches the files that a document refers to, if they are at its origin. If one is unavailable, only its references are lost. */
async function fetchNeighbours(
  documentUrl: string,
  bytes: Uint8Array,
  from: (address: string, within: AbortSignal) => Promise<Uint8Array>,
  signal: AbortSignal,
): Promise<DocumentFile[]> {
  const within = AbortSignal.any([signal, AbortSignal.timeout(neighboursMs)]);
  const { origin, href } = new URL(documentUrl);
  return await collectFiles({ address: href, bytes }, async (address) => {
    if (new URL(address).origin !== origin) return undefined;
    try {
      return await from(address, within);
    } catch (error) {
      if (error instanceof ServiceFailure) return undefined;
      throw error;
    }
  });
}

async function fetchBytes(
  { config }: ServiceTarget,
  authorizer: Authorizer,
  fetch: Fetch,
  address: string,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const url = new URL(address);
  const headers = new Headers({ accept: 'application/json, application/yaml, text/yaml, */*;q=0.5' });
  // Sends credentials only if the document is known to be at the service's own origin.
  const isOwn = typeof config.baseUrl === 'string' && new URL(config.baseUrl).origin === url.origin;
  const sent = isOwn ? fetchAuthorized(fetch, authorizer, url, { headers, signal }) : fetch(url, { headers, signal });
  const response = await sent.catch((error) => {
    throw failureOf(error);
  });
  if (!response.ok) throw httpFailure(response.status, '', response.headers.get('retry-after'));
  try {
    // Copied into its own memory, because it is transferred to a thread.
    return new Uint8Array(await response.bytes());
  } catch (error) {
    throw failureOf(error);
  }
}

/**
 * Base address of the API from its document. With credentials, the document must name it, because the document's own address belongs to its
 * publisher. // D36
 */
function baseUrlOf(named: string | null | undefined, { documentUrl, ...config }: ServiceTarget['config']): string {
  const place = typeof documentUrl === 'string' ? documentUrl : undefined;
  if (typeof named === 'string') return named;
  if (named === null) {
    throw refusal(
      'invalid_argument',
      'the first server of the document must be an https:// or http:// URL without credentials; give "baseUrl"',
    );
  }
  if (place !== undefined && accessOf(config).type === 'none') return new URL('/', place).href;
  throw refusal('invalid_argument', 'the document does not name a server; give "baseUrl"');
}

/** Removes the parameter for the key from tools. It is filled in here, and callers neither know nor give it. */
function withoutCredentials(tools: ToolDefinition[], { config }: ServiceTarget): ToolDefinition[] {
  const access = accessOf(config);
  if (access.type !== 'api-key') return tools;
  return tools.map((tool) => {
    const binding = bindingOf(tool);
    const key = binding.parameters.find(
      (parameter) => parameter.in === access.in && parameter.name.toLowerCase() === access.name.toLowerCase(),
    );
    if (!key) return tool;
    const { [key.argument]: _key, ...properties } = recordOf(tool.inputSchema.properties);
    const required = listOf(tool.inputSchema.required).filter((name) => name !== key.argument);
    const { required: _required, ...schema } = tool.inputSchema;
    const parameters = binding.parameters.filter((parameter) => parameter !== key);
    return {
      ...tool,
      inputSchema: { ...schema, properties, ...(required.length > 0 ? { required } : {}) },
      binding: { ...binding, parameters },
    };
  });
}
