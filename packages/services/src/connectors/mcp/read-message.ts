import { holdsInexactNumber, inDoubles, isJsonObject, parseExactly } from '@gatehouse/domain';

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
  if (!isJsonObject(message) || !isJsonObject(message.result)) return inDoubles(message);
  const { content, structuredContent, ...result } = message.result;
  const answer = { ...(content !== undefined && { content }), ...(isJsonObject(structuredContent) && { structuredContent }) };
  return { ...inDoubles({ ...message, result }), result: { ...inDoubles(result), ...answer } };
}
