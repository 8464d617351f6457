import { reasons } from '@gatehouse/core';
import { type Modules, resolveTexts } from './modules.ts';
import { argumentsOf, calleeOf, type Node, propertyOf, textsOf, walk } from './syntax.ts';

/** A place in the code that refuses a call. */
export interface Refusal {
  code: string;
  reason: string | undefined;
  /** Text with `…` in place of values that are known only at run time. Undefined if the whole text is such a value. */
  message: string | undefined;
}

/** Finds the refusals in a piece of a file's code. */
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
    const [first, second, third] = argumentsOf(one);
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

/** Detects a call of a function that makes its own refusals. It takes the reason first as well. */
function isReason(node: unknown): boolean {
  return textsOf(node).some((text) => reasons.some((reason) => reason === text));
}
