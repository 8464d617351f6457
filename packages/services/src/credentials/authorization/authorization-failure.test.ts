import { GatewayError } from '@gatehouse/core';
import { expect, it } from 'vitest';
import { ServiceFailure } from '../../kernel/failure.ts';
import { authorizationFailure } from './authorization-failure.ts';

it.each([new ServiceFailure('failed', 'is away'), new GatewayError('invalid_request', 'no'), new RangeError('of ours')])(
  'keeps %s unchanged',
  (error) => {
    expect(authorizationFailure(error, (text) => text)).toBe(error);
  },
);
