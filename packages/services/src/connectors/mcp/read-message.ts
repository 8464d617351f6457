import { holdsInexactNumber, inDoubles, isInexactNumber, parseExactly } from '@gatehouse/domain';
import { isObject as isKeyedObject } from '../../kernel/guards.ts';

/**
 * Parses a message of an MCP server. Tool results keep numbers that a double cannot hold as they were written. The rest of the
 * protocol, schemas included, has doubles. // D3
 */
export function readMessage(text: string): unknown {
  if (!holdsInexactNumber(text)) return JSON.parse(text);
  try {
    const message = parseExactly(text);
    return Array.isArray(message) ? message.map(keepAnswer) : keepAnswer(message);
  } catch (error) {
    // The message is nested so deeply that its next reader refuses it.
    if (error instanceof RangeError) return JSON.parse(text);
    throw error;
  }
}

function keepAnswer(message: unknown): unknown {
  if (!isObject(message) || !isObject(message.result)) return inDoubles(message);
  const { content, structuredContent, ...result } = message.result;
  const answer = { ...(content !== undefined && { content }), ...(isObject(structuredContent) && { structuredContent }) };
  return { ...inDoubles({ ...message, result }), result: { ...inDoubles(result), ...answer } };
}

/** Excludes inexact numbers, which are objects in JavaScript. */
function isObject(value: unknown): value is Record<string, unknown> {
  return isKeyedObject(value) && !isInexactNumber(value);
}
