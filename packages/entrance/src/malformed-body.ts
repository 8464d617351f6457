import { type GatewayError, refusal } from '@gatehouse/core';

/** The error of a body that is no JSON as we take it; `what` goes on after "the body" (D3). */
export function malformedBody(what: string): GatewayError {
  return refusal('malformed_body', `the body ${what}`);
}
