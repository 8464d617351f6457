import type { LeftOut as LeftOutOperation } from '@gatehouse/core';

export type WhyLeftOut = Omit<LeftOutOperation, 'operation'>;
export type LeftOutCode = NonNullable<WhyLeftOut['code']>;

/** Why an operation cannot be offered as a tool, in words that follow its name (D48). It costs no other operation. */
export class LeftOut extends Error {
  override name = 'LeftOut';
  readonly why: WhyLeftOut;

  constructor(code: LeftOutCode, message: string, about?: string) {
    super(message);
    this.why = { reason: message, code, ...(about !== undefined && { about }) };
  }
}
