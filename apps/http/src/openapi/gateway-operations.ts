import { connectionReferences, errorReferences, notModified } from './components.ts';

const text = { type: 'string' };
const headers = { 'X-Request-Id': { $ref: '#/components/headers/RequestId' } };
const validated = { ...headers, ETag: { $ref: '#/components/headers/ETag' } };
const parameters = [{ $ref: '#/components/parameters/IfNoneMatch' }];

/** Operations that are not tools. */
export const gatewayOperations = {
  '/v1/tools': {
    get: {
      operationId: 'listTools',
      summary: 'List tools',
      description:
        'List the tools that this key can call, each with the schema of its arguments. This is not a tool call: it is not counted or logged.',
      tags: ['gateway'],
      'x-access': 'read',
      parameters,
      responses: {
        '200': {
          description: 'The tools, in fixed order.',
          headers: validated,
          content: {
            'application/json': {
              schema: {
                type: 'object',
                required: ['tools'],
                properties: {
                  tools: { type: 'array', description: 'The tools.', items: { $ref: '#/components/schemas/ToolDescription' } },
                },
              },
            },
          },
        },
        ...notModified,
        ...errorReferences(['unauthorized', 'internal_error']),
        ...connectionReferences,
      },
    },
  },
  '/v1/openapi.json': {
    get: {
      operationId: 'describeApi',
      summary: 'Describe the API',
      description: 'Return this document. No key is needed.',
      tags: ['gateway'],
      'x-access': 'read',
      parameters,
      security: [],
      responses: {
        '200': {
          description: 'An OpenAPI 3.1 document.',
          headers: validated,
          content: { 'application/json': { schema: { type: 'object' } } },
        },
        ...notModified,
        ...errorReferences(['not_found', 'internal_error']),
        ...connectionReferences,
      },
    },
  },
  '/v1/downloads/{token}': {
    get: {
      operationId: 'download',
      summary: 'Download a file',
      description: 'Download one version of a file. The URL comes from `downloadUrl` of read_file, needs no key and expires.',
      tags: ['gateway'],
      'x-access': 'read',
      security: [],
      parameters: [
        { name: 'token', in: 'path', required: true, description: 'From `downloadUrl` of read_file.', schema: text },
        { name: 'Range', in: 'header', required: false, description: 'One range of bytes.', schema: text, example: 'bytes=0-1023' },
      ],
      responses: {
        '200': { description: 'The whole file.', headers, content: { '*/*': {} } },
        '206': { description: 'The requested range.', headers, content: { '*/*': {} } },
        '416': {
          description: 'The Range is outside the file.',
          headers,
          content: { 'application/json': { schema: { $ref: '#/components/schemas/ErrorBody' } } },
        },
        ...errorReferences(['not_found', 'internal_error']),
        ...connectionReferences,
      },
    },
  },
};
