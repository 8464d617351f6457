import { type Reason, reasons } from '@gatehouse/core';
import { type Modules, resolveTexts } from './modules.ts';
import { calleeOf, type Node, propertyOf, textsOf, walk } from './syntax.ts';

/** A place in the code that refuses a call. */
export interface Refusal {
  code: string;
  reason: string | undefined;
  /** `…` stands for what is only known when it happens. Undefined where the whole text is. */
  message: string | undefined;
}

/** What is refused in a piece of code of a file. */
export function refusalsIn(node: Node, file: string, modules: Modules): Refusal[] {
  const messagesOf = (message: unknown): (string | undefined)[] => {
    const texts = resolveTexts(modules, file, message);
    return texts.length === 0 ? [undefined] : texts;
  };
  const read = (code: string, reason: unknown, message: unknown): Refusal[] => {
    const reasons = textsOf(reason);
    const all = reasons.length === 0 ? [undefined] : reasons;
    return all.flatMap((one) => messagesOf(message).map((text) => ({ code, reason: one, message: text })));
  };

  return [...walk(node)].flatMap((one) => {
    const [first, second, third] = (one.arguments ?? []) as unknown[];
    switch (calleeOf(one)) {
      case 'refusal':
        return read('invalid_request', first, second);
      case 'unauthorized':
        return read('unauthorized', second, first);
      case 'overloaded':
        return messagesOf(first).map((message) => ({ code: 'internal_error', reason: 'overloaded', message }));
      case 'serviceError':
        return read('service_error', first, second);
      case 'GatewayError':
        return textsOf(first).flatMap((code) => read(code, propertyOf(third, 'reason'), second));
      default:
        return isReason(first) ? read('invalid_request', first, second) : [];
    }
  });
}

/** Functions that make refusals of their own take the reason first as well. */
function isReason(node: unknown): boolean {
  return textsOf(node).some((text) => reasons.includes(text as Reason));
}
