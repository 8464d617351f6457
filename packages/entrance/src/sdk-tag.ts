import type { Sdk } from '../context.ts';

const declared = /^([A-Za-z0-9@/._-]{1,100}?)(?:\/(v?\d[A-Za-z0-9.+_-]{0,49}))?$/;
/** SDKs of ours and the HTTP libraries programs are written with, as their `User-Agent` begins. */
const knownUserAgents =
  /^(gatehouse-[a-z]+|axios|got|node-fetch|undici|python-requests|python-httpx|aiohttp|okhttp|Go-http-client|curl|Wget|PostmanRuntime|reqwest)(?:\/([A-Za-z0-9.+_-]{1,50}))?/;

/** The SDK tag of an HTTP call: the client's own header, else a known `User-Agent`. Shown, never trusted (D15). */
export function readSdkTag(headers: { client?: string | undefined; userAgent?: string | undefined }): Sdk | undefined {
  const match = declared.exec(headers.client?.trim() ?? '') ?? knownUserAgents.exec(headers.userAgent ?? '');
  return match ? { name: match[1] as string, version: match[2] ?? null } : undefined;
}
