import type { Sdk } from '../context.ts';

const declared = /^([A-Za-z0-9@/._-]{1,100})(?:\/([A-Za-z0-9.+_-]{1,50}))?$/;
/** SDKs of ours and the HTTP libraries programs are written with, as their `User-Agent` begins. */
const knownUserAgents =
  /^(gatehouse-[a-z]+|axios|got|node-fetch|undici|python-requests|python-httpx|aiohttp|okhttp|Go-http-client|curl|Wget|PostmanRuntime|reqwest)(?:\/([A-Za-z0-9.+_-]{1,50}))?/;

/** The SDK tag of an HTTP call: the client's own header, else a known `User-Agent`. Shown, never trusted (D15). */
export function readSdkTag(headers: { client?: string | undefined; userAgent?: string | undefined }): Sdk | undefined {
  const match = (headers.client && splitDeclared(headers.client)) || (headers.userAgent && knownUserAgents.exec(headers.userAgent));
  return match ? { name: match[1] as string, version: match[2] ?? null } : undefined;
}

/** `name/version`, where the name may have slashes of its own. */
function splitDeclared(text: string): RegExpExecArray | null {
  return declared.exec(text.trim());
}
