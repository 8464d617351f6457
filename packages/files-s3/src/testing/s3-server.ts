import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { minuteMs } from '@gatehouse/domain';

/** Fault of a following request: an error of the service, no answer, a reset connection, or a short answer. */
export type S3Fault = 500 | 403 | 'silent' | 'reset' | 'short';

/** A small S3 service for tests. It checks every signature, date and checksum as the real one does, and keeps objects in memory. */
export interface S3Server extends AsyncDisposable {
  endpoint: string;
  accessKeyId: string;
  secretAccessKey: string;
  objects: Map<string, Buffer>;
  /** `PUT bucket/key` and so on, in order. */
  requests: string[];
  /** The signed headers of the last request, so that a test can send them again. */
  readonly signed: Record<string, string>;
  /** Reasons of refused requests. */
  refusals: string[];
  /** Makes requests of a method fail, once for each fault. */
  fail(method: string, ...faults: S3Fault[]): void;
}

const accessKeyId = 'test-key';
const secretAccessKey = 'test-secret/with+signs';
const skewMs = 15 * minuteMs;

export async function startS3Server({ clock = Date.now }: { clock?: () => number } = {}): Promise<S3Server> {
  const objects = new Map<string, Buffer>();
  const requests: string[] = [];
  const refusals: string[] = [];
  let signed: Record<string, string> = {};
  const faults: { method: string; fault: S3Fault }[] = [];

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = Buffer.concat(await request.toArray());
    const key = decodeURIComponent(new URL(request.url ?? '', 'http://s3').pathname.slice(1));
    requests.push(`${request.method} ${key}`);
    signed = signedHeaders(request);
    const refusal = faultOf(request, body, clock());
    if (refusal !== undefined) {
      refusals.push(refusal);
      return refuse(response, 403, refusal);
    }
    const at = faults.findIndex(({ method }) => method === request.method);
    const fault = at < 0 ? undefined : faults.splice(at, 1)[0]?.fault;
    if (fault === 'silent') return;
    if (fault === 'reset') return void request.socket.destroy();
    if (typeof fault === 'number') return refuse(response, fault, fault === 500 ? 'InternalError' : 'AccessDenied');
    serve(request, response, { objects, key, body, isShort: fault === 'short' });
  }

  const server = createServer((request, response) => void answer(request, response).catch((error) => response.destroy(error)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    accessKeyId,
    secretAccessKey,
    objects,
    requests,
    refusals,
    get signed() {
      return signed;
    },
    fail: (method, ...more) => void faults.push(...more.map((fault) => ({ method, fault }))),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Headers to send again. The client that repeats a request sets the host itself. */
function signedHeaders({ headers }: IncomingMessage): Record<string, string> {
  const names = /SignedHeaders=([^,]+)/.exec(headers.authorization ?? '')?.[1]?.split(';') ?? [];
  const sent = ['authorization', ...names].filter((name) => name !== 'host' && name !== 'content-length');
  return Object.fromEntries(sent.map((name) => [name, String(headers[name])]));
}

interface Served {
  objects: Map<string, Buffer>;
  key: string;
  body: Buffer;
  isShort: boolean;
}

function serve({ method, headers, url }: IncomingMessage, response: ServerResponse, { objects, key, body, isShort }: Served): void {
  const object = objects.get(key);
  const { searchParams } = new URL(url ?? '', 'http://s3');
  if (serveParts({ method, searchParams }, response, { objects, key, body })) return;
  if (method === 'PUT') {
    objects.set(key, body);
    response.writeHead(200, { ETag: '"x"' }).end();
  } else if (method === 'DELETE') {
    objects.delete(key);
    response.writeHead(204).end();
  } else if (object) {
    const range = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '');
    const part = range ? object.subarray(Number(range[1]), Number(range[2]) + 1) : object;
    const bytes = isShort ? part.subarray(1) : part;
    response.writeHead(range ? 206 : 200, { 'Content-Length': bytes.length }).end(method === 'HEAD' ? undefined : bytes);
  } else {
    refuse(response, 404, 'NoSuchKey');
  }
}

type Asked = { method: string | undefined; searchParams: URLSearchParams };

/** Serves lists, and uploads in parts. An object appears when its upload is completed. */
function serveParts({ method, searchParams }: Asked, response: ServerResponse, { objects, key, body }: Omit<Served, 'isShort'>): boolean {
  const upload = searchParams.get('uploadId');
  const parts = `parts of ${upload} `;
  const answer = (xml: string) => response.writeHead(200, { 'Content-Type': 'application/xml', ETag: '"x"' }).end(xml);
  if (searchParams.get('list-type') === '2') {
    const begin = `${key.replace(/\/$/, '')}/${searchParams.get('prefix') ?? ''}`;
    const found = [...objects.keys()].filter((one) => one.startsWith(begin)).map((one) => one.slice(one.indexOf('/') + 1));
    answer(`<ListBucketResult>${found.map((one) => `<Contents><Key>${one}</Key></Contents>`).join('')}</ListBucketResult>`);
  } else if (method === 'POST' && searchParams.has('uploads')) {
    answer(`<InitiateMultipartUploadResult><UploadId>upload-${objects.size}</UploadId></InitiateMultipartUploadResult>`);
  } else if (method === 'PUT' && upload !== null) {
    objects.set(`${parts}${searchParams.get('partNumber')?.padStart(5, '0')}`, body);
    answer('');
  } else if (upload !== null && (method === 'POST' || method === 'DELETE')) {
    const names = [...objects.keys()].filter((one) => one.startsWith(parts)).sort();
    if (method === 'POST') objects.set(key, Buffer.concat(names.map((one) => objects.get(one) as Buffer)));
    for (const one of names) objects.delete(one);
    answer('<CompleteMultipartUploadResult></CompleteMultipartUploadResult>');
  } else return false;
  return true;
}

function refuse(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, { 'Content-Type': 'application/xml' }).end(`<Error><Code>${code}</Code><Message>${code}</Message></Error>`);
}

/**
 * Checks a request against the service's own computation of the signature (AWS Signature Version 4, in the header), from the received
 * bytes.
 */
function faultOf(request: IncomingMessage, body: Buffer, now: number): string | undefined {
  const { method, headers } = request;
  const scheme = /^AWS4-HMAC-SHA256 Credential=([^/]+)\/([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/;
  const [, id, scope = '', names = '', signature = ''] = scheme.exec(headers.authorization ?? '') ?? [];
  if (id !== accessKeyId) return 'InvalidAccessKeyId';
  const date = String(headers['x-amz-date']);
  const at = Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  if (!(Math.abs(now - at) <= skewMs) || !scope.startsWith(`${date.slice(0, 8)}/`)) return 'RequestTimeTooSkewed';
  const hash = String(headers['x-amz-content-sha256']);
  if (hash !== sha256(body)) return 'XAmzContentSHA256Mismatch';
  const signed = names.split(';');
  if (!['host', 'x-amz-content-sha256', 'x-amz-date'].every((name) => signed.includes(name))) return 'SignatureDoesNotMatch';
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://s3');
  const query = [...searchParams].map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).sort();
  const lines = signed.map((name) => `${name}:${String(headers[name]).trim().replace(/ +/g, ' ')}\n`);
  const canonical = [method, pathname, query.join('&'), lines.join(''), names, hash].join('\n');
  const toSign = ['AWS4-HMAC-SHA256', date, scope, sha256(canonical)].join('\n');
  const key = scope.split('/').reduce<string | Buffer>((secret, part) => hmac(secret, part), `AWS4${secretAccessKey}`);
  return timingSafeEqual(hmac(key, toSign), Buffer.from(signature, 'hex')) ? undefined : 'SignatureDoesNotMatch';
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

function sha256(data: string | Buffer): string {
  return createHash('sha256').update(data).digest('hex');
}
