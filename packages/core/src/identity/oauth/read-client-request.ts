import { z } from 'zod';
import { defineTool } from '../../kernel/context/tool.ts';
import { clientRequestFields, clientRequestShape, findClientRequest, openClientRequest, requestId } from './client-request.ts';

export const readClientRequest = defineTool({
  name: 'read_client_request',
  title: 'Read client request',
  description: 'Return the request of a client to act for the signed-in person: the client and the requested access.',
  audience: 'account',
  access: 'read',
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: z.strictObject({ requestId }),
  output: clientRequestShape,
  example: {
    input: { requestId: 'XbRz0ySvqE0mAQbNDYYqP' },
    output: {
      clientName: 'Claude',
      clientHost: 'claude.ai',
      redirectTo: 'claude.ai',
      access: 'write',
      search: 'phrase',
      expiresAt: 1_763_000_600_000,
    },
  },
  *run(context, { requestId }) {
    const { record, request } = yield* findClientRequest(context, requestId);
    yield* openClientRequest(context, record);
    return clientRequestFields(record, request);
  },
});
