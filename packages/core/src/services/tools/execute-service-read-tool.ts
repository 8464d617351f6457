import { z } from 'zod';
import { defineServiceTool } from '../../kernel/context/tool.ts';
import { identifier } from '../../kernel/schema/schema.ts';
import { keepLargeResult } from '../calling/large-result.ts';
import { checkCallAgain, prepareCall, runCall } from '../calling/prepare-call.ts';
import { serviceArguments, serviceResult, toolSlug } from '../calling/shapes.ts';

export const executeServiceReadTool = defineServiceTool({
  name: 'execute_service_read_tool',
  title: 'Run service tool that reads',
  description: 'Run a read-mode tool of a connected service; refuses tools that change data.',
  audience: 'agent',
  access: 'read',
  hints: { destructive: false, idempotent: false, openWorld: true },
  passesThrough: true,
  input: z.strictObject({
    toolSlug,
    connectionId: identifier("default: the service's newest").optional(),
    arguments: serviceArguments,
  }),
  output: serviceResult,
  example: {
    input: { toolSlug: 'github__list_issues', arguments: { repo: 'acme/site' } },
    output: { content: [{ type: 'text', text: '[{"number":12,"title":"Fix the footer"}]' }] },
  },
  *prepare(context, input) {
    return yield* prepareCall(context, input, { onlyReading: true });
  },
  checkAgain: checkCallAgain,
  runOutside: runCall,
  conclude: keepLargeResult,
});
