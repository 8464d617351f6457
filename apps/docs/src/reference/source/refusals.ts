import { type Reason, reasons } from '@gatehouse/core';
import { calleeOf, type Node, propertyOf, textsOf, walk } from './syntax.ts';

/** A place in the code that refuses a call. */
export interface Refusal {
  code: string;
  reason: string | undefined;
  /** `…` stands for what is only known when it happens. Undefined where the whole text is. */
  message: string | undefined;
}

/** What is refused in a piece of code. */
export function refusalsIn(node: Node): Refusal[] {
  return [...walk(node)].flatMap((one) => {
    const given = (one.arguments ?? []) as unknown[];
    switch (calleeOf(one)) {
      case 'refusal':
        return read('invalid_request', given[0], given[1]);
      case 'unauthorized':
        return read('unauthorized', given[1], given[0]);
      case 'overloaded':
        return messagesOf(given[0]).map((message) => ({ code: 'internal_error', reason: 'overloaded', message }));
      case 'serviceError':
        return read('service_error', given[0], given[1]);
      case 'GatewayError':
        return textsOf(given[0]).flatMap((code) => read(code, propertyOf(given[2], 'reason'), given[1]));
      default:
        return isReason(given[0]) ? read('invalid_request', given[0], given[1]) : [];
    }
  });
}

/** Functions that make refusals of their own take the reason first as well. */
function isReason(node: unknown): boolean {
  return textsOf(node).some((text) => reasons.includes(text as Reason));
}

function read(code: string, reason: unknown, message: unknown): Refusal[] {
  const reasons = textsOf(reason);
  return (reasons.length === 0 ? [undefined] : reasons).flatMap((one) =>
    messagesOf(message).map((text) => ({ code, reason: one, message: text })),
  );
}

function messagesOf(node: unknown): (string | undefined)[] {
  const texts = textsOf(node);
  return texts.length === 0 ? [undefined] : texts;
}
