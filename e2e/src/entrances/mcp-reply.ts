import { agentTools } from '@gatehouse/core';
import { z } from 'zod';
import type { Loose } from '../kit/world.ts';
import { errorReply, type Reply } from './entrance.ts';

const arrayTools = new Set(agentTools.filter(({ output }) => output instanceof z.ZodArray).map(({ name }) => name));
const passedThrough = new Set(agentTools.filter((tool) => tool.passesThrough).map(({ name }) => name));

/** Reads the answer to a `tools/call`. In the 2025 era, structuredContent must be an object, so other results are wrapped. */
export function readMcpReply(tool: string, message: Loose, era: 'modern' | 'legacy'): Reply {
  const isReplay = message.result?._meta?.['gatehouse/idempotencyReplayed'] === true;
  return { ...readAnswer(tool, message, era), isReplay };
}

function readAnswer(tool: string, message: Loose, era: 'modern' | 'legacy'): Reply {
  const raw = JSON.stringify(message);
  if (message.error) return errorOf(message.error.data ?? {}, message.error.message, raw);
  const { result } = message;
  if (result.isError) {
    if ('structuredContent' in result) throw new Error(`structuredContent on an error: ${raw}`);
    return errorOf(result._meta['gatehouse/error'], result.content[0].text, raw);
  }
  // Tools of services by their own names are passed through too (D76).
  if (passedThrough.has(tool) || tool.includes('__')) {
    const { structuredContent, _meta } = result;
    const headers = _meta?.['gatehouse/headers'];
    const content = headers ? result.content.slice(0, -1) : result.content;
    return { code: 'ok', value: { content, ...(structuredContent && { structuredContent }), ...(headers && { headers }) }, raw };
  }
  // A picture comes without structured content. The fields are in its first block (D24.5).
  if (result.content.at(-1)?.type === 'image') {
    if ('structuredContent' in result) throw new Error(`structuredContent beside a picture: ${raw.slice(0, 500)}`);
    return { code: 'ok', value: JSON.parse(result.content[0].text), raw };
  }
  const value = era === 'legacy' && arrayTools.has(tool) ? result.structuredContent.result : result.structuredContent;
  return { code: 'ok', value, raw };
}

/** The text begins with code and reason, so that a model reads them; programs find them in `_meta` (D4). */
function errorOf(fault: Loose, text: string, raw: string): Reply {
  const beginning = fault.reason === undefined ? `${fault.code}: ` : `${fault.code}/${fault.reason}: `;
  if (!text.startsWith(beginning)) throw new Error(`the text does not begin with "${beginning}": ${raw}`);
  const reply = errorReply({ ...fault, message: text.slice(beginning.length) }, raw);
  return { ...reply, requestId: fault.requestId, retryAfter: fault.retryAfterSeconds };
}
