import { GatewayError, serviceError } from '@gatehouse/core';
import { describe, expect, it } from 'vitest';
import { isAbsent, type Occasion, statusOfConnection } from './connection-status.ts';
import { brokeOff, cannotBeReached, httpFailure, noAnswerWithin, notConnectedWithin, ServiceFailure, tooLarge } from './failure.ts';

const occasions: Occasion[] = ['call', 'repeated call', 'listing'];
const withCode = (code: string) => Object.assign(new Error(code), { code });
const wrapped = (cause: unknown) => new TypeError('fetch failed', { cause });

const refused = ['needs_attention', 'needs_attention', 'needs_attention'];
const unreachable = ['unreachable', 'unreachable', 'unreachable'];
const timeout = [undefined, 'unreachable', 'unreachable'];
const failed = [undefined, undefined, 'unreachable'];
const nothing = [undefined, undefined, undefined];

const failures: [what: string, error: unknown, expected: (string | undefined)[]][] = [
  ['HTTP 401', httpFailure(401, '', null), refused],
  ['HTTP 403', httpFailure(403, '', null), refused],
  ['refused credentials wrapped in another error', wrapped(new ServiceFailure('refused', 'refused')), refused],
  ['no way', cannotBeReached(), unreachable],
  ['a refused socket', wrapped(withCode('ECONNREFUSED')), unreachable],
  ['an unknown host name', withCode('ENOTFOUND'), unreachable],
  ['an address that is not allowed', withCode('ERR_IP_BLOCKED'), unreachable],
  ['a certificate', withCode('CERT_HAS_EXPIRED'), unreachable],
  ['no answer', noAnswerWithin(1000), timeout],
  ['no connection in time', notConnectedWithin(1000, undefined), timeout],
  ['HTTP 301', httpFailure(301, '', null), failed],
  ['HTTP 404', httpFailure(404, '', null), failed],
  ['HTTP 429', httpFailure(429, '', '7'), failed],
  ['HTTP 500', httpFailure(500, '', null), failed],
  ['an answer that broke off', brokeOff(), failed],
  ['too large an answer', tooLarge('much'), failed],
  ['an error that nobody knows', new Error('unknown'), failed],
  ['a refusal of ours', new GatewayError('invalid_request', 'held', { reason: 'tool_held' }), nothing],
  ['an answer that is ready', serviceError('service_failed', 'failed'), nothing],
  ['a fault of ours', new TypeError('x is no function'), nothing],
];

describe('the status of a connection after a failure', () => {
  it.each(failures)('%s: after a call, after several, after a listing', (_what, error, expected) => {
    expect(occasions.map((occasion) => statusOfConnection(error, occasion)?.status)).toEqual(expected);
  });

  it.each(failures)('%s: refuses calls after repeated failures only if the service did not answer', (_what, error, expected) => {
    expect(isAbsent(error)).toBe(expected === unreachable || expected === timeout);
  });

  it('stores only messages that may be shown: of a failure, but not of a socket', () => {
    const error = wrapped(Object.assign(new Error('connect ECONNREFUSED 10.0.0.7:99'), { code: 'ECONNREFUSED' }));
    expect(statusOfConnection(error, 'call')?.note).toBe('cannot be reached; check its address, or try again later');
  });
});
