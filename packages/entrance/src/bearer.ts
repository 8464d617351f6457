import { GatewayError } from '@gatehouse/core';

const authorization = 'authorization';
const bearer = /^bearer[ \t]+(\S+)$/i;

const repeated = Symbol('more than one header');

/** The key of `Authorization: Bearer <key>`. Undefined without one. Throws `unauthorized` on two such headers. */
export function readKey(rawHeaders: readonly string[]): string | undefined {
  const value = findAuthorization(rawHeaders);
  // Node keeps the first header and drops the rest, so the intended one is unknown.
  if (value === repeated) throw new GatewayError('unauthorized', 'this request has more than one Authorization header; send exactly one');
  return readBearer(value);
}

/** The key for callers that refuse nothing. Undefined if the request has two such headers. */
export function presentedKey(rawHeaders: readonly string[]): string | undefined {
  const value = findAuthorization(rawHeaders);
  return value === repeated ? undefined : readBearer(value);
}

/** The key in the value of an `Authorization` header. */
export function readBearer(authorization: string | undefined): string | undefined {
  return authorization === undefined ? undefined : bearer.exec(authorization)?.[1];
}

function findAuthorization(rawHeaders: readonly string[]): string | typeof repeated | undefined {
  let value: string | undefined;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!;
    if (name.length !== authorization.length || name.toLowerCase() !== authorization) continue;
    if (value !== undefined) return repeated;
    value = rawHeaders[index + 1];
  }
  return value;
}
