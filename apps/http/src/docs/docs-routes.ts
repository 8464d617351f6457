import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { GatewayError } from '@gatehouse/core';
import type { Context, Hono } from 'hono';
import { commonHeaders, errorAnswer, toResponse } from '../answers.ts';
import type { EntranceEnv } from '../bindings.ts';
import { takenEncodings } from '../headers/encodings.ts';
import { isKnown } from '../headers/entity-tags.ts';
import { type DocsFile, type DocsFiles, findDocsFile, readDocsFiles } from './docs-files.ts';

/**
 * Serves the documentation under /docs to everyone: pages for browsers, the same pages as markdown, and /llms.txt, which lists them. It is
 * built and read for the first reader. All readers get the same bytes.
 * @param build resolves with the folder of the pages; if it rejects, /docs is answered 503
 */
export function addDocsRoutes(app: Hono<EntranceEnv>, build: () => Promise<string>): void {
  let reading: Promise<DocsFiles> | undefined;
  const readFiles = (): Promise<DocsFiles> => {
    reading ??= build().then(readDocsFiles);
    return reading;
  };

  async function answer(c: Context<EntranceEnv>, address: string): Promise<Response> {
    const files = await readFiles().catch(() => undefined);
    if (!files) return notBuilt(c.env.requestId);
    const file = findDocsFile(files, address);
    return file ? await send(c, file) : noSuchPage(c.env.requestId);
  }

  app.get('/docs', (c) => answer(c, ''));
  app.get('/docs/*', (c) => answer(c, c.req.path.slice('/docs'.length)));
  app.get('/llms.txt', (c) => answer(c, 'llms.txt'));
}

async function send(c: Context<EntranceEnv>, { contentType, tag, isImmutable, bytes, isCompressed }: DocsFile): Promise<Response> {
  const headers: Record<string, string> = {
    ...commonHeaders(c.env.requestId),
    ...fixedHeaders,
    // A page can change with the next start. A browser revalidates it, and usually gets 304.
    'Cache-Control': isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache',
    'Content-Type': contentType,
    ETag: tag,
  };
  if (isCompressed) headers.Vary = 'Accept-Encoding';
  if (isKnown(tag, c.req.header('if-none-match'))) return new Response(null, { status: 304, headers });
  if (!isCompressed) return new Response(bytes, { headers });
  if (!takenEncodings(c.req.header('accept-encoding')).has('gzip')) return new Response(await promisify(gunzip)(bytes), { headers });
  return new Response(bytes, { headers: { ...headers, 'Content-Encoding': 'gzip' } });
}

/** Allows nothing from other origins, and no code except our own file. */
const fixedHeaders = {
  'Content-Security-Policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; '),
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
};

function noSuchPage(requestId: string): Response {
  const message = 'There is no such page. GET /llms.txt lists all pages of the documentation.';
  return toResponse(errorAnswer(requestId, new GatewayError('not_found', message)));
}

function notBuilt(requestId: string): Response {
  const sentence = 'The documentation could not be built. The gateway wrote the reason to stderr.\n';
  const headers = { ...commonHeaders(requestId), 'Content-Type': 'text/plain; charset=utf-8' };
  return new Response(sentence, { status: 503, headers });
}
