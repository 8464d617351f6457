import type { AnyDefinition, ComponentSchemas, ErrorCode, JsonObject } from '@gatehouse/core';
import { type ToolGroup, takesIdempotencyKey } from '@gatehouse/domain';
import { callHeaders, connectionReferences, errorReferences, repeatableCallHeaders } from './components.ts';

const anyTool: ErrorCode[] = ['invalid_request', 'unauthorized', 'forbidden', 'not_found', 'rate_limited', 'internal_error'];

/** One tool as an operation, from its definition alone. */
export function describeToolOperation(
  { name, title, description, access, example, input, kind }: AnyDefinition,
  schemas: ComponentSchemas['tools'][string],
  group: ToolGroup,
): JsonObject {
  const isRepeatable = takesIdempotencyKey(name);
  const isRequired = !input.safeParse({}).success;
  return {
    operationId: name,
    summary: title,
    description,
    tags: [group],
    'x-access': access,
    ...(isRepeatable && { parameters: [{ $ref: '#/components/parameters/IdempotencyKey' }] }),
    requestBody: { required: isRequired, content: { 'application/json': { schema: schemas.input, example: example.input } } },
    responses: {
      '200': {
        description: "The tool's result.",
        headers: isRepeatable ? repeatableCallHeaders : callHeaders,
        content: { 'application/json': { schema: schemas.output, example: example.output } },
      },
      ...errorReferences(kind !== 'workspace' ? [...anyTool, 'service_error'] : anyTool),
      ...connectionReferences,
    },
  };
}
