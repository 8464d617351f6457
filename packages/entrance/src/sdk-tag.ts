import type { Sdk } from '@gatehouse/core';

/** A name with its version, and perhaps a comment behind it, as in a `User-Agent`. */
const declared = /^([A-Za-z0-9@/._-]{1,100}?)(?:\/(v?\d[A-Za-z0-9.+_-]{0,49}))?(?:[ \t]+\(.*)?$/;
/** SDKs of ours and the HTTP libraries programs are written with, as their `User-Agent` begins. */
const knownUserAgents =
  /^(gatehouse-[a-z]+|axios|got|node-fetch|node(?![\w-])|undici|Bun|Deno|python-requests|Python-urllib|python-httpx|aiohttp|okhttp|Go-http-client|curl|Wget|PostmanRuntime|reqwest)(?:\/([A-Za-z0-9.+_-]{1,50}))?/;
const anyProduct = /^([!#$%&'*+.^_`|~0-9A-Za-z@-]{1,100})(?:\/([!#$%&'*+.^_`|~0-9A-Za-z-]{1,50}))?/;

/** The SDK tag of an HTTP call: the client's own header, else a known `User-Agent`. Shown, never trusted (D15). */
export function readSdkTag(headers: { client?: string | undefined; userAgent?: string | undefined }): Sdk | undefined {
  return sdkOf(declared.exec(headers.client?.trim() ?? '') ?? knownUserAgents.exec(headers.userAgent ?? ''));
}

/**
 * The first product of any `User-Agent`. It is the name of an MCP client that gives none in its message (D15): a client that speaks the protocol
 * is no browser, so nothing has to be known of the product.
 */
export function readUserAgentProduct(userAgent: string | undefined): Sdk | undefined {
  return userAgent ? sdkOf(anyProduct.exec(userAgent)) : undefined;
}

function sdkOf(match: RegExpExecArray | null): Sdk | undefined {
  return match ? { name: match[1] as string, version: match[2] ?? null } : undefined;
}
