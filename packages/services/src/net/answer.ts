import type { IncomingHttpHeaders } from 'node:http';

/** Answer of a service: the parts of a `Response` that are read here and by the MCP client, without the costly rest. */
export interface Answer {
  readonly ok: boolean;
  readonly status: number;
  readonly statusText: string;
  readonly headers: AnswerHeaders;
  /** Set only for an event stream. Every other body has arrived as a whole. */
  readonly body: ReadableStream<Uint8Array> | null;
  text(): Promise<string>;
  json(): Promise<unknown>;
  bytes(): Promise<Buffer>;
}

export interface AnswerHeaders {
  get(name: string): string | null;
  has(name: string): boolean;
}

export interface AnswerHead {
  status: number;
  statusText: string;
  headers: AnswerHeaders;
}

const utf8 = new TextDecoder();

/** Decodes a text in the character set that the answer names. An unknown character set is read as UTF-8. */
export function decodedText(headers: AnswerHeaders, bytes: Uint8Array): string {
  const charset = /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(headers.get('content-type') ?? '')?.[1];
  return decoderOf(charset).decode(bytes);
}

function decoderOf(charset: string | undefined): typeof utf8 {
  if (charset === undefined || /^utf-?8$/i.test(charset)) return utf8;
  try {
    return new TextDecoder(charset);
  } catch {
    return utf8;
  }
}

export function wholeAnswer(head: AnswerHead, bytes: Buffer): Answer {
  const text = () => decodedText(head.headers, bytes);
  return { ...frameOf(head), body: null, bytes: async () => bytes, text: async () => text(), json: async () => JSON.parse(text()) };
}

export function streamedAnswer(head: AnswerHead, body: ReadableStream<Uint8Array>): Answer {
  const bytes = async () => Buffer.from(await new Response(body).arrayBuffer());
  const text = async () => utf8.decode(await bytes());
  return { ...frameOf(head), body, bytes, text, json: async () => JSON.parse(await text()) };
}

/** Casts an answer for code written for `fetch` that reads only the fields of an Answer, such as the MCP client. */
export function asResponse(answer: Answer): Response {
  return answer as unknown as Response;
}

export function mediaTypeOf(headers: AnswerHeaders): string {
  return headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? '';
}

export function isEventStream({ headers }: Pick<Answer, 'headers'>): boolean {
  return mediaTypeOf(headers) === 'text/event-stream';
}

export function headersOf(headers: IncomingHttpHeaders): AnswerHeaders {
  return {
    get(name) {
      const value = headers[name.toLowerCase()];
      return Array.isArray(value) ? value.join(', ') : (value ?? null);
    },
    has: (name) => headers[name.toLowerCase()] !== undefined,
  };
}

function frameOf({ status, statusText, headers }: AnswerHead) {
  return { ok: status >= 200 && status < 300, status, statusText, headers };
}
