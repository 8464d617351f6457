import { once } from 'node:events';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { contentDisposition, type FileDownload, type Gateway, GatewayError, openFileDownload } from '@gatehouse/core';
import { budgets } from '@gatehouse/domain';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Hono } from 'hono';
import { commonHeaders, errorAnswer, toResponse, unavailableAnswer } from '../answers.ts';
import type { EntranceEnv } from '../bindings.ts';
import { createDownloadPlaces } from './download-places.ts';
import { type Range, readRange } from './range.ts';

/**
 * Adds `GET /v1/downloads/<token>`. The address itself is the permission, until it expires or its reader can no longer see the item. // D24
 */
export function addDownloadRoute(app: Hono<EntranceEnv>, gateway: Gateway, maxAtOnce: number = budgets.downloads.places): void {
  const places = createDownloadPlaces({ maxAtOnce, maxBytes: budgets.downloadBytes.places });

  app.get('/v1/downloads/:token', async (c) => {
    const { incoming, outgoing, requestId } = c.env;
    const file = await openFileDownload(gateway, c.req.param('token'));
    if (!file) return toResponse(errorAnswer(requestId, noSuchDownload()));
    const range = requestedRange(incoming.headers, file);
    const headers = { ...commonHeaders(requestId), ...fileHeaders(file), ...rangeHeaders(range, file) };
    if (range.kind === 'unsatisfiable') return toResponse(rangeError(requestId, file, headers['Content-Range'] as string));
    const status = range.kind === 'part' ? 206 : 200;
    // Answers HEAD with the headers of GET, so that a client learns if it can resume. Hono replaces the response of a HEAD request, so it
    // must not be written here already.
    if (incoming.method === 'HEAD') return new Response(null, { status, headers });
    const { start, end } = range.kind === 'part' ? range : { start: 0, end: file.sizeBytes };
    const leave = places.take(file);
    if (!leave) return toResponse(unavailableAnswer(requestId, 'too many downloads are running; try again'));
    try {
      await sendBytes(outgoing, status, headers, file.read(start, end));
    } finally {
      leave();
    }
    return RESPONSE_ALREADY_SENT;
  });
}

/** Gives the same message for every cause, because a difference would reveal that a file exists. */
function noSuchDownload(): GatewayError {
  return new GatewayError('not_found', 'this download URL is invalid or has expired; call read_file for a new one');
}

/** Continues a part only if the file has not changed since the part began. */
function requestedRange(headers: IncomingHttpHeaders, file: FileDownload): Range {
  const condition = headers['if-range'];
  if (condition !== undefined && condition !== entityTag(file)) return { kind: 'whole' };
  return readRange(headers.range, file.sizeBytes);
}

/** Types of scripts, styles and pages. Served from our origin under these types, a page could load them. */
const runsInBrowsers = /[/.+-](?:x?html|xml|xsl|svg|css|wasm|(?:java|ecma|j|live)script(?:1\.\d)?)(?:$|[;+])/i;

function contentTypeOf(mimeType: string): string {
  if (runsInBrowsers.test(mimeType)) return 'application/octet-stream';
  return mimeType.startsWith('text/') ? `${mimeType}; charset=utf-8` : mimeType;
}

/** Headers with which a browser saves a file of any type and runs no part of it. */
function fileHeaders(file: FileDownload): Record<string, string> {
  return {
    'Content-Type': contentTypeOf(file.mimeType),
    'Content-Disposition': contentDisposition(file.name),
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Referrer-Policy': 'no-referrer',
    'Accept-Ranges': 'bytes',
    ETag: entityTag(file),
  };
}

function entityTag({ sha256 }: FileDownload): string {
  return `"${sha256.toString('base64url')}"`;
}

function rangeHeaders(range: Range, { sizeBytes }: FileDownload): Record<string, string> {
  switch (range.kind) {
    case 'whole':
      return { 'Content-Length': `${sizeBytes}` };
    case 'part':
      return { 'Content-Length': `${range.end - range.start}`, 'Content-Range': `bytes ${range.start}-${range.end - 1}/${sizeBytes}` };
    case 'unsatisfiable':
      return { 'Content-Range': `bytes */${sizeBytes}` };
    default:
      return range satisfies never;
  }
}

function rangeError(requestId: string, { sizeBytes }: FileDownload, contentRange: string) {
  const error = new GatewayError('invalid_request', `the Range is outside this file, which has ${sizeBytes} bytes`);
  const answer = errorAnswer(requestId, error, { 'Content-Range': contentRange });
  // HEAD also needs the length, although it has no body.
  answer.headers['Content-Length'] = `${Buffer.byteLength(answer.json)}`;
  return { ...answer, status: 416 };
}

/**
 * Writes as fast as the client reads, and reads no piece that will not be sent. The first piece is read before the answer begins: a fault
 * there still gets its own answer. A later fault can only break the connection off (see onError).
 */
async function sendBytes(
  outgoing: ServerResponse,
  status: number,
  headers: Record<string, string>,
  pieces: AsyncGenerator<Buffer>,
): Promise<void> {
  let piece = await pieces.next();
  outgoing.writeHead(status, headers);
  try {
    while (!piece.done && !outgoing.destroyed) {
      if (!outgoing.write(piece.value)) await drained(outgoing);
      if (!outgoing.destroyed) piece = await pieces.next();
    }
    outgoing.end();
  } finally {
    await pieces.return(undefined);
  }
}

/** Resolves on drain, or on close: if the client has gone, nothing will ever drain. */
async function drained(outgoing: ServerResponse): Promise<void> {
  const over = new AbortController();
  await Promise.race([once(outgoing, 'drain', over), once(outgoing, 'close', over)]).finally(() => over.abort());
}
