import { maxToolName } from '@gatehouse/domain';
import { z } from 'zod';
import { named } from '../../kernel/schema/named.ts';

/** Arguments of a service tool. Readers of the schema see an object; JSON text of an object is accepted too (D2). */
export const serviceArguments = z.unknown().meta({ type: 'object', description: "see the tool's inputSchema" }).optional();

export const serviceResult = named(
  'ServiceToolResult',
  'Result of a tool of a connected service.',
  z.object({
    content: z
      .array(named('ContentItem', 'Part of the result.', z.looseObject({ type: z.string(), text: z.string().optional() })))
      .optional(),
    structuredContent: z.record(z.string(), z.unknown()).optional(),
    headers: z.record(z.string(), z.string()).optional().describe('response headers of an HTTP API: location, link, etag etc.'),
  }),
);

export const toolSlug = z.string().min(1).max(maxToolName).describe('<service>__<tool>, from list_service_tools');

export const connectionStatus = z.enum(['active', 'paused', 'needs_attention', 'unreachable', 'held']);

const leftOutOperation = named(
  'LeftOutOperation',
  'Part of a service that is not a tool.',
  z.object({ operation: z.string(), reason: z.string() }),
);

/** Parts of a service that are not tools here, with the reason (D48). */
export const leftOutShape = z.array(leftOutOperation).optional();

/** Variant for people. Pages have their own text for each code. */
export const codedLeftOutShape = z.array(leftOutOperation.extend({ code: z.string().optional(), about: z.string().optional() })).optional();
