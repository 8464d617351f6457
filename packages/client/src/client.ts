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
  /** Where the gateway is, such as `https://gatehouse.example.org`. */
  baseUrl: string;
  /** A key of an agent. */
  key: string;
  /** In place of the platform's own `fetch`. */
  fetch?: typeof fetch | undefined;
}

export type ToolName = keyof Tools;

export interface Client extends ToolMethods {
  /** Calls a tool by its name. */
  call<Name extends ToolName>(name: Name, input: Tools[Name]['input'], options?: CallOptions): Promise<Tools[Name]['output']>;
  /** Every entry of a list, page by page as it is read. */
  each<Name extends ListingTool>(name: Name, input?: Tools[Name]['input'], options?: CallOptions): AsyncGenerator<Entry<Name>, void>;
  /** What a list has now, then what changes in it, until the signal ends it. */
  follow<Name extends FollowedTool>(
    name: Name,
    input?: Tools[Name]['input'],
    options?: FollowOptions,
  ): AsyncGenerator<FollowBatch<Name>, void>;
  /** Writes a file from bytes, sent as they are encoded. */
  upload(options: UploadOptions): Promise<WriteFileOutput>;
  /** The bytes of a file, from the `downloadUrl` of `readFile`. What a lost connection leaves out is asked for again. */
  download(downloadUrl: string, options?: DownloadOptions): Promise<Download>;
}

/** A client of one gateway with one key. */
export function createClient({ baseUrl, key, fetch = globalThis.fetch, timeoutMs, maxRetries }: ClientOptions): Client {
  const tools = `${baseUrl.replace(/(?<!\/)\/+$/, '')}/v1/tools`;
  const standard = { timeoutMs, maxRetries };
  const ownHeaders = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', 'X-Gatehouse-Client': clientName };

  async function send<Name extends ToolName>(name: Name, body: () => BodyInit, options: CallOptions): Promise<Tools[Name]['output']> {
    const headers: Record<string, string> = { ...ownHeaders };
    // The same for all attempts: the gateway makes the change once and repeats its answer.
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

/** Node and Chromium ask for it where a body is a stream. */
const halfDuplex = { duplex: 'half' };

/** Without the options that were not given, which would hide those of the client. */
function given<Options extends object>(options: Options): Options {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as Options;
}

/** The gateway answers what its schema says; tests compare both. */
function asResult<Name extends ToolName>(value: unknown): Tools[Name]['output'] {
  return value as Tools[Name]['output'];
}

/** The table has each method of the type: both are made from the same schemas. */
function asClient(parts: object): Client {
  return parts as Client;
}
