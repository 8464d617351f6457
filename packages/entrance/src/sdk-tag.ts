import type { Sdk } from '@gatehouse/core';

/** A name with its version, and an optional comment after it, as in a `User-Agent`. */
const declared = /^([A-Za-z0-9@/._-]{1,100}?)(?:\/(v?\d[A-Za-z0-9.+_-]{0,49}))?(?:[ \t]+\(.*)?$/;
/** Our SDKs and the HTTP libraries of programs, by the beginning of their `User-Agent`. */
const knownUserAgents =
  /^(gatehouse-[a-z]+|axios|got|node-fetch|node(?![\w-])|undici|Bun|Deno|python-requests|Python-urllib|python-httpx|aiohttp|okhttp|Go-http-client|curl|Wget|PostmanRuntime|reqwest)(?:\/([A-Za-z0-9.+_-]{1,50}))?/;
const anyProduct = /^([!#$%&'*+.^_`|~0-9A-Za-z@-]{1,100})(?:\/([!#$%&'*+.^_`|~0-9A-Za-z-]{1,50}))?/;

/** The SDK tag of an HTTP call: the client's own header, otherwise a known `User-Agent`. It is displayed, but never trusted. // D15 */
export function readSdkTag(headers: { client?: string | undefined; userAgent?: string | undefined }): Sdk | undefined {
  return sdkOf(declared.exec(headers.client?.trim() ?? '') ?? knownUserAgents.exec(headers.userAgent ?? ''));
}

/**
 * Reads the first product of any `User-Agent`. It names an MCP client that gives no name in its message (D15). Such a client is not a
 * browser, so the product need not be known.
 */
export function readUserAgentProduct(userAgent: string | undefined): Sdk | undefined {
  return userAgent ? sdkOf(anyProduct.exec(userAgent)) : undefined;
}

function sdkOf(match: RegExpExecArray | null): Sdk | undefined {
  return match ? { name: match[1]!, version: match[2] ?? null } : undefined;
}
