import type { ErrorCode, JsonObject, RegisteredTool } from '@gatehouse/core';
import { takesIdempotencyKey } from '@gatehouse/domain';
import { callHeaders, connectionReferences, errorReferences, repeatableCallHeaders } from './components.ts';

const anyTool: ErrorCode[] = ['invalid_request', 'unauthorized', 'forbidden', 'not_found', 'rate_limited', 'internal_error'];

/** One tool as an operation, from its definition alone. */
export function describeToolOperation({ definition, description }: RegisteredTool): JsonObject {
  const { name, title, access, example, kind } = definition;
  const { inputSchema, outputSchema } = description;
  const isRepeatable = takesIdempotencyKey(name);
  const isRequired = Array.isArray(inputSchema.required) && inputSchema.required.length > 0;
  return {
    operationId: name,
    summary: title,
    description: definition.description,
    tags: [kind === 'workspace' ? access : 'services'],
    ...(isRepeatable && { parameters: [{ $ref: '#/components/parameters/IdempotencyKey' }] }),
    requestBody: { required: isRequired, content: { 'application/json': { schema: inputSchema, example: example.input } } },
    responses: {
      '200': {
        description: "The tool's result.",
        headers: isRepeatable ? repeatableCallHeaders : callHeaders,
        content: { 'application/json': { schema: outputSchema, example: example.output } },
      },
      ...errorReferences(kind !== 'workspace' ? [...anyTool, 'service_error'] : anyTool),
      ...connectionReferences,
    },
  };
}
