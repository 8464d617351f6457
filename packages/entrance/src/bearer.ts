import { GatewayError } from '@gatehouse/core';

const authorization = 'authorization';
const bearer = /^bearer[ \t]+(\S+)$/i;

/** The key of `Authorization: Bearer <key>`; undefined where there is none. Throws `unauthorized` on two such headers. */
export function readKey(rawHeaders: readonly string[]): string | undefined {
  let value: string | undefined;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] as string;
    if (name.length !== authorization.length || name.toLowerCase() !== authorization) continue;
    // Node keeps the first and drops the rest: which one was meant cannot be known.
    if (value !== undefined)
      throw new GatewayError('unauthorized', 'this request has more than one Authorization header; send exactly one');
    value = rawHeaders[index + 1];
  }
  return readBearer(value);
}

/** The key in the value of an `Authorization` header. */
export function readBearer(authorization: string | undefined): string | undefined {
  return authorization === undefined ? undefined : bearer.exec(authorization)?.[1];
}
