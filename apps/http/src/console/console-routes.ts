import { randomBytes } from 'node:crypto';
import type { Context, Hono } from 'hono';
import { commonHeaders } from '../answers.ts';
import type { EntranceEnv } from '../bindings.ts';
import { type ConsoleFiles, chooseBody, readConsoleFiles } from './console-files.ts';

/**
 * Serves the workspace application under /app. Every address there shows the same page, because the application reads the address itself.
 * Requests wait while the application is being built.
 * @param folder of the built application; if it rejects, /app is answered 503
 */
export function addConsoleRoutes(app: Hono<EntranceEnv>, folder: Promise<string>): void {
  const reading = folder.then(readConsoleFiles);
  reading.catch(() => {});

  /** Answers from the built files, or with 503 if the build failed. */
  function answer(find: (files: ConsoleFiles, c: Context<EntranceEnv>) => Response | undefined) {
    return async (c: Context<EntranceEnv>) => {
      const files = await reading.catch(() => undefined);
      if (!files) return notBuilt(c.env.requestId);
      return find(files, c) ?? c.notFound();
    };
  }

  app.get('/', (c) => (takesPages(c) ? c.redirect('/app') : c.notFound()));
  app.get('/app/assets/:name', answer(findAsset));
  app.get('/app', answer(showPage));
  app.get('/app/*', answer(showPage));
}

/** True for a person's browser, as opposed to a program that probes addresses. */
function takesPages(c: Context<EntranceEnv>): boolean {
  return c.req.header('accept')?.includes('text/html') === true;
}

function findAsset(files: ConsoleFiles, c: Context<EntranceEnv>): Response | undefined {
  const asset = files.assets.get(c.req.param('name') ?? '');
  if (!asset) return undefined;
  const { encoding, body } = chooseBody(asset, c.req.header('accept-encoding'));
  const headers: Record<string, string> = {
    ...commonHeaders(c.env.requestId),
    'Cache-Control': 'public, max-age=31536000, immutable',
    'Content-Type': asset.contentType,
    'Cross-Origin-Resource-Policy': 'same-origin',
    Vary: 'Accept-Encoding',
  };
  if (encoding !== 'identity') headers['Content-Encoding'] = encoding;
  return new Response(body, { headers });
}

function showPage(files: ConsoleFiles, c: Context<EntranceEnv>): Response | undefined {
  if (c.req.path.startsWith('/app/api/')) return undefined;
  const nonce = randomBytes(18).toString('base64url');
  const headers = {
    ...commonHeaders(c.env.requestId),
    ...pageHeaders,
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': contentSecurityPolicy(nonce),
  };
  return new Response(files.index.replaceAll('{{nonce}}', nonce), { headers });
}

const pageHeaders = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
};

/** Allows nothing from other origins, no code except our own files, and styles that only the page itself adds. */
function contentSecurityPolicy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "media-src 'self' blob:",
    "worker-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "require-trusted-types-for 'script'",
    // Our policy, and the policy of the library that sanitizes HTML from documents.
    'trusted-types default dompurify',
  ].join('; ');
}

function notBuilt(requestId: string): Response {
  const sentence = 'The workspace application could not be built when this gateway started; the gateway wrote the reason to stderr.\n';
  const headers = { ...commonHeaders(requestId), 'Content-Type': 'text/plain; charset=utf-8' };
  return new Response(sentence, { status: 503, headers });
}
