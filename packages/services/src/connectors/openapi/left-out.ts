import type { LeftOut as LeftOutOperation } from '@gatehouse/core';

export type WhyLeftOut = Omit<LeftOutOperation, 'operation'>;
export type LeftOutCode = NonNullable<WhyLeftOut['code']>;

/** Reason for leaving out an operation, in words that follow its name (D48). Other operations are not affected. */
export class LeftOut extends Error {
  override name = 'LeftOut';
  readonly why: WhyLeftOut;

  constructor(code: LeftOutCode, message: string, about?: string) {
    super(message);
    this.why = { reason: message, code, ...(about !== undefined && { about }) };
  }
}
