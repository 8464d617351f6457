import { holdsInexactNumber, inDoubles, isInexactNumber, parseExactly } from '@gatehouse/domain';
import { isObject as isKeyedObject } from '../guards.ts';

/**
 * Parses a message of an MCP server. Numbers that a double cannot hold stay as written in what a tool answers; the protocol itself,
 * schemas included, has doubles. // D3
 */
export function readMessage(text: string): unknown {
  if (!holdsInexactNumber(text)) return JSON.parse(text);
  try {
    const message = parseExactly(text);
    return Array.isArray(message) ? message.map(keepAnswer) : keepAnswer(message);
  } catch (error) {
    // It is nested so deeply that whoever reads it next refuses it.
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

/** No number is one: what keeps an inexact number is an object of JavaScript. */
function isObject(value: unknown): value is Record<string, unknown> {
  return isKeyedObject(value) && !isInexactNumber(value);
}
