import type { JsonObject } from '@gatehouse/core';
import { maxCalls } from '../routes/given-calls.ts';

/** What `POST /v1/calls` takes and answers. */
export const manyCallsSchemas: JsonObject = {
  Calls: {
    type: 'object',
    description: 'Several calls of one request.',
    additionalProperties: false,
    required: ['calls'],
    properties: {
      calls: {
        type: 'array',
        description: 'The calls, in the order in which they are made.',
        minItems: 1,
        maxItems: maxCalls,
        items: {
          type: 'object',
          additionalProperties: false,
          required: ['tool'],
          properties: {
            tool: { type: 'string', description: 'Name of the tool, as in its address.' },
            arguments: { type: 'object', description: "As the tool's own operation takes them." },
            idempotencyKey: { type: 'string', description: 'As the header `Idempotency-Key` of one call.', pattern: '^[!-~]{1,255}$' },
          },
        },
      },
    },
  },
  CallAnswers: {
    type: 'object',
    description: 'What the calls of one request were answered.',
    required: ['answers', 'next'],
    properties: {
      answers: {
        type: 'array',
        description: 'One answer for each call that was made, in their order.',
        items: {
          type: 'object',
          required: ['status', 'requestId', 'body'],
          properties: {
            status: { type: 'integer', description: 'The status that the call would have had alone.' },
            requestId: { type: 'string', description: 'Names the call in the activity log.' },
            retryAfter: { type: 'integer', description: 'Seconds to wait before making this call again.' },
            isReplay: { type: 'boolean', description: 'This is what the first call with this idempotency key was answered.' },
            body: { description: "The tool's result, or an ErrorBody where the status is not 200." },
          },
        },
      },
      next: {
        type: ['integer', 'null'],
        description:
          'The index of the first call that was not made, because the answers became too large or a call was refused for now. Null where all were made.',
      },
    },
  },
};
