import { z } from 'zod';
import { defineServiceTool } from '../../kernel/context/tool.ts';
import { identifier } from '../../kernel/schema/schema.ts';
import { keepLargeResult } from '../calling/large-result.ts';
import { checkCallAgain, prepareCall, runCall } from '../calling/prepare-call.ts';
import { serviceArguments, serviceResult, toolSlug } from '../calling/shapes.ts';

export const executeServiceTool = defineServiceTool({
  name: 'execute_service_tool',
  title: 'Run service tool',
  description: 'Run a tool of a connected service. Tools of mode write need a key with write access.',
  audience: 'agent',
  // A read key runs tools that only read. The tool's own mode decides (D11).
  access: 'read',
  hints: { destructive: true, idempotent: false, openWorld: true },
  passesThrough: true,
  input: z.strictObject({
    toolSlug,
    toolkitSlug: z.string().max(200).optional().describe('ignored'),
    connectionId: identifier('default: the newest of the service').optional(),
    arguments: serviceArguments,
  }),
  output: serviceResult,
  example: {
    input: { toolSlug: 'github__create_issue', arguments: { repo: 'acme/site', title: 'Fix the footer' } },
    output: { content: [{ type: 'text', text: 'Created issue 12' }] },
  },
  *prepare(context, input) {
    return yield* prepareCall(context, input, { onlyReading: false });
  },
  checkAgain: checkCallAgain,
  runOutside: runCall,
  conclude: keepLargeResult,
});
