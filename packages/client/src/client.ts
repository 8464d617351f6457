import { attempt, readJson } from './attempts.ts';
import type { CallOptions } from './call-options.ts';
import { clientName } from './client-name.ts';
import { type Download, type DownloadOptions, download } from './download.ts';
import { type FollowBatch, type FollowedTool, type FollowOptions, follow } from './follow.ts';
import { type ToolMethods, type Tools, toolTable, type WriteFileOutput } from './generated/tools.ts';
import { newIdempotencyKey } from './idempotency-key.ts';
import { type Entry, entriesOf, type ListingTool } from './pages.ts';
import { type UploadOptions, uploadBody } from './upload.ts';

export interface ClientOptions extends Pick<CallOptions, 'timeoutMs' | 'maxRetries'> {
  /** Address of the gateway, such as `https://gatehouse.example.org`. */
  baseUrl: string;
  /** Key of an agent. */
  key: string;
  /** Replaces the platform's own `fetch`. */
  fetch?: typeof fetch | undefined;
}

export type ToolName = keyof Tools;

export interface Client extends ToolMethods {
  /** Calls a tool by its name. */
  call<Name extends ToolName>(name: Name, input: Tools[Name]['input'], options?: CallOptions): Promise<Tools[Name]['output']>;
  /** Yields every entry of a list, and gets its pages as they are read. */
  each<Name extends ListingTool>(name: Name, input?: Tools[Name]['input'], options?: CallOptions): AsyncGenerator<Entry<Name>, void>;
  /** Yields the current entries of a list, then its changes, until the signal ends it. */
  follow<Name extends FollowedTool>(
    name: Name,
    input?: Tools[Name]['input'],
    options?: FollowOptions,
  ): AsyncGenerator<FollowBatch<Name>, void>;
  /** Writes a file from bytes, which are sent as they are encoded. */
  upload(options: UploadOptions): Promise<WriteFileOutput>;
  /** The bytes of a file, from the `downloadUrl` of `readFile`. After a lost connection, the download resumes with the missing bytes. */
  download(downloadUrl: string, options?: DownloadOptions): Promise<Download>;
}

/** Creates a client for one gateway with one key. */
export function createClient({ baseUrl, key, fetch = globalThis.fetch, timeoutMs, maxRetries }: ClientOptions): Client {
  const tools = `${baseUrl.replace(/(?<!\/)\/+$/, '')}/v1/tools`;
  const standard = { timeoutMs, maxRetries };
  const ownHeaders = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', 'X-Gatehouse-Client': clientName };

  async function send<Name extends ToolName>(name: Name, body: () => BodyInit, options: CallOptions): Promise<Tools[Name]['output']> {
    const headers: Record<string, string> = { ...ownHeaders };
    // All attempts share one key: the gateway makes the change once and repeats its answer.
    if (toolTable[name].isRepeatable) headers['Idempotency-Key'] = options.idempotencyKey ?? newIdempotencyKey();
    const request = () => ({ url: `${tools}/${name}`, init: { method: 'POST', headers, body: body(), ...halfDuplex } });
    return asResult<Name>(await attempt({ ...standard, ...given(options), fetch, request }, readJson));
  }

  function call<Name extends ToolName>(name: Name, input: Tools[Name]['input'], options: CallOptions = {}) {
    const body = JSON.stringify(input);
    return send(name, () => body, options);
  }

  const parts = {
    call,
    each: (name: ListingTool, input?: object, options?: CallOptions) => entriesOf(call, name, input, options),
    follow: (name: FollowedTool, input?: object, options?: FollowOptions) => follow(call, name, input, options),
    upload: ({ data, onProgress, ...rest }: UploadOptions) => {
      const { signal, timeoutMs, idempotencyKey, maxRetries, ...input } = rest;
      const open = uploadBody(data, input, onProgress);
      return send('write_file', open, { signal, timeoutMs, idempotencyKey, maxRetries });
    },
    download: (downloadUrl: string, options: DownloadOptions = {}) => download({ ...standard, ...given(options), fetch, url: downloadUrl }),
  };
  const methods = Object.entries(toolTable).map(([name, { method }]) => [
    method,
    (input: object = {}, options?: CallOptions) => call(name as ToolName, input as never, options),
  ]);
  return asClient({ ...Object.fromEntries(methods), ...parts });
}

/** Node and Chromium require it if a body is a stream. */
const halfDuplex = { duplex: 'half' };

/** Leaves out undefined options, which would hide the client's defaults. */
function given<Options extends object>(options: Options): Options {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as Options;
}

/** Types an answer, which has the form of its schema. Tests compare both. */
function asResult<Name extends ToolName>(value: unknown): Tools[Name]['output'] {
  return value as Tools[Name]['output'];
}

/** Types the client. The table has every method of the type, because both are generated from the same schemas. */
function asClient(parts: object): Client {
  return parts as Client;
}
