import { type GatewayError, refusal } from '@gatehouse/core';

/** Error for a body that is not acceptable JSON. `what` follows "the body". // D3 */
export function malformedBody(what: string): GatewayError {
  return refusal('malformed_body', `the body ${what}`);
}
