import { GatewayError } from '@gatehouse/core';
import { OperationProcessingError, ResponseBodyError, UnsupportedOperationError } from 'oauth4webapi';
import { isOurFault, networkFailure, ServiceFailure } from '../../kernel/failure.ts';

/** Prepares a service's own words for display: on one line, without secrets. */
export type Quote = (text: string) => string;

interface Refused {
  error: string;
  error_description?: string | undefined;
}

/** Joins the event and the server's explanation. */
export function said(what: string, { error, error_description }: Refused, quote: Quote): string {
  const words = [/^[\w.-]{1,60}$/.test(error) ? error : '', quote(error_description ?? '')].filter((part) => part !== '').join(': ');
  return words === '' ? what : `${what} (it says: ${words})`;
}

const todo: Record<string, string> = {
  invalid_client:
    'does not accept the client ID or secret of this gateway; a manager of the connection must set up its sign-in again, with a valid client ID and secret',
  unauthorized_client: 'does not let this gateway sign people in; a manager of the connection must check its registration there',
  invalid_target: 'issues no tokens for this service; a manager of the connection must check its sign-in',
  invalid_scope: 'does not know the requested scope; a manager of the connection must set up its sign-in with another scope',
};
const otherwise = 'refuses the request of this gateway; a manager of the connection must check its sign-in';

/** Converts an error of a request to an authorization server. Our own faults stay unchanged. */
export function authorizationFailure(error: unknown, quote: Quote): unknown {
  if (error instanceof ServiceFailure || error instanceof GatewayError || isOurFault(error)) return error;
  if (error instanceof ResponseBodyError) {
    const what = `has an authorization server that ${todo[error.error] ?? otherwise}`;
    return new ServiceFailure('refused', said(what, error, quote), { cause: error });
  }
  if (error instanceof OperationProcessingError || error instanceof UnsupportedOperationError) {
    const message = 'has an authorization server that does not conform to OAuth 2.0; tell its operator';
    return new ServiceFailure('failed', message, { cause: error });
  }
  return networkFailure(error);
}
