import { z } from 'zod';
import { defineTool } from '../../kernel/context/tool.ts';
import { answerClientRequest, answeredShape, findClientRequest, requestId } from './client-request.ts';

export const refuseClient = defineTool({
  name: 'refuse_client',
  title: 'Refuse client',
  description: 'Refuse the request of a client. The client is notified and gets no access.',
  audience: 'account',
  access: 'write',
  hints: { destructive: false, idempotent: false, openWorld: false },
  input: z.strictObject({ requestId }),
  output: answeredShape,
  example: {
    input: { requestId: 'XbRz0ySvqE0mAQbNDYYqP' },
    output: { continueAt: 'https://gatehouse.example.com/oauth/auth/XbRz0ySvqE0mAQbNDYYqP' },
  },
  *run(context, { requestId }) {
    const { record } = yield* findClientRequest(context, requestId);
    return yield* answerClientRequest(context, requestId, record, { refused: true });
  },
});
