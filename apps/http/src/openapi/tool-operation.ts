import {
  type AnyDefinition,
  type ComponentSchemas,
  deprecatedArguments,
  deprecationWords,
  type ErrorCode,
  type JsonObject,
} from '@gatehouse/core';
import { type ToolGroup, takesIdempotencyKey } from '@gatehouse/domain';
import { callHeaders, connectionReferences, deprecationHeaders, errorReferences, repeatableCallHeaders } from './components.ts';

const anyTool: ErrorCode[] = ['invalid_request', 'unauthorized', 'forbidden', 'not_found', 'rate_limited', 'internal_error'];

/** Tools whose name would hide a global function in the clients that generators write. */
const generatorNames: Partial<Record<string, string>> = { fetch: 'fetch_result' };

/** Describes one tool as an operation, from its definition alone. */
export function describeToolOperation(
  { name, title, description, access, deprecation, example, input, kind }: AnyDefinition,
  schemas: ComponentSchemas['tools'][string],
  group: ToolGroup,
): JsonObject {
  const isRepeatable = takesIdempotencyKey(name);
  const headers = isRepeatable ? repeatableCallHeaders : callHeaders;
  const isDeprecated = deprecation !== undefined || deprecatedArguments(input).length > 0;
  const isRequired = !input.safeParse({}).success;
  return {
    operationId: generatorNames[name] ?? name,
    summary: title,
    description: deprecation ? `${description} ${sentence(deprecationWords(deprecation))}` : description,
    ...(deprecation && { deprecated: true }),
    tags: [group],
    'x-access': access,
    ...(isRepeatable && { parameters: [{ $ref: '#/components/parameters/IdempotencyKey' }] }),
    requestBody: { required: isRequired, content: { 'application/json': { schema: schemas.input, example: example.input } } },
    responses: {
      '200': {
        description: "The tool's result.",
        headers: isDeprecated ? { ...headers, ...deprecationHeaders } : headers,
        content: { 'application/json': { schema: schemas.output, example: example.output } },
      },
      ...errorReferences(kind !== 'workspace' ? [...anyTool, 'service_error'] : anyTool),
      ...connectionReferences,
    },
  };
}

function sentence(words: string): string {
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}.`;
}
