import { type ComponentSchemas, type ErrorCode, errorBody, type GatewayError, type JsonObject, reasons, statusOf } from '@gatehouse/core';

/** Components that operations share: the error answers, the headers and the key. */
export function sharedComponents(callsPerMinute: number, schemas: ComponentSchemas['schemas']): JsonObject {
  return {
    securitySchemes: { key: { type: 'http', scheme: 'bearer', description: 'Key of the workspace; begins with `gth_`.' } },
    schemas: { ...schemas, ErrorBody: errorSchema, ToolDescription: toolDescription },
    parameters: {
      IdempotencyKey: {
        name: 'Idempotency-Key',
        in: 'header',
        required: false,
        description:
          'Idempotency key, valid for 24 hours: a repeated call with the same key gets the first answer, and nothing is done twice. Send a new random key with each write.',
        schema: { type: 'string', pattern: '^[!-~]{1,255}$' },
        example: '5b1c9e0e-4f0a-4c36-9d5b-3a6f6f1b7f52',
      },
      IfNoneMatch: {
        name: 'If-None-Match',
        in: 'header',
        required: false,
        description: '`ETag` of an earlier answer. If the answer is still the same, the response is 304 without a body.',
        schema: { type: 'string' },
        example: 'W/"3q2-7wAAAAAAAAAAAAAAAA"',
      },
    },
    headers: {
      RequestId: header('Identifies this call in the activity log.', { type: 'string' }, 'req_01k9x0w3v5b7n2m4q6r8t1y3z5'),
      RateLimitPolicy: header(
        'The limit of this key: `q` calls in any `w` seconds.',
        { type: 'string' },
        `"calls";q=${callsPerMinute};w=60`,
      ),
      RateLimit: header('Remaining calls: `r` now, one more in `t` seconds.', { type: 'string' }, '"calls";r=12;t=5'),
      IdempotencyReplayed: header(
        'Only for a repeated call: this is the answer of the first call.',
        { type: 'string', const: 'true' },
        'true',
      ),
      ETag: header(
        'Identifies this answer: send it as `If-None-Match` to check if the answer is still the same.',
        { type: 'string' },
        'W/"3q2-7wAAAAAAAAAAAAAAAA"',
      ),
      Challenge: header('Authentication scheme.', { type: 'string', const: 'Bearer' }, 'Bearer'),
      RetryAfter: header('Seconds to wait before calling again.', { type: 'integer', minimum: 1 }, 5),
    },
    responses: {
      ...Object.fromEntries(Object.values(errorResponses(callsPerMinute)).map(({ name, response }) => [name, response])),
      ...connectionResponses,
      NotModified: {
        description: 'The answer is still the same as in `If-None-Match`.',
        headers: { ...requestIdHeader, ETag: { $ref: '#/components/headers/ETag' } },
      },
    },
  };
}

/** References to the answers of these codes, by status. */
export function errorReferences(codes: readonly ErrorCode[]): JsonObject {
  return Object.fromEntries(codes.map((code) => [`${statusOf[code]}`, { $ref: `#/components/responses/${responseNames[code]}` }]));
}

/** Answers that any request can get before it becomes a call: it arrived too slowly, or the gateway is overloaded. */
export const connectionReferences = {
  '408': { $ref: '#/components/responses/TooSlow' },
  '503': { $ref: '#/components/responses/Unavailable' },
};

/** Answer to a request with `If-None-Match` if nothing changed. */
export const notModified = { '304': { $ref: '#/components/responses/NotModified' } };

/** Headers of every answer to a call. */
export const callHeaders = {
  'X-Request-Id': { $ref: '#/components/headers/RequestId' },
  'RateLimit-Policy': { $ref: '#/components/headers/RateLimitPolicy' },
  RateLimit: { $ref: '#/components/headers/RateLimit' },
};

/** Headers for a deprecated tool or field. // D71 */
export const deprecationHeaders = {
  Deprecation: header(
    'Time when the tool or an argument of the call was deprecated, as `@` and seconds since the Unix epoch.',
    { type: 'string' },
    '@1798761600',
  ),
  Sunset: header('Time from which it may be removed.', { type: 'string' }, 'Thu, 01 Jul 2027 00:00:00 GMT'),
};
/** Headers of answers to calls that can be repeated. // D70 */
export const repeatableCallHeaders = { ...callHeaders, 'Idempotency-Replayed': { $ref: '#/components/headers/IdempotencyReplayed' } };

const requestIdHeader = { 'X-Request-Id': { $ref: '#/components/headers/RequestId' } };
const challengeHeaders = { ...requestIdHeader, 'WWW-Authenticate': { $ref: '#/components/headers/Challenge' } };

const responseNames: Record<ErrorCode, string> = {
  invalid_request: 'InvalidRequest',
  unauthorized: 'Unauthorized',
  forbidden: 'Forbidden',
  not_found: 'NotFound',
  rate_limited: 'RateLimited',
  internal_error: 'InternalError',
  service_error: 'ServiceError',
};

const errorSchema = {
  type: 'object',
  description: 'Body of every error response.',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      description: 'The error.',
      required: ['code', 'message'],
      properties: {
        code: { type: 'string', description: 'Error code. Each code has one HTTP status.', enum: Object.keys(statusOf) },
        message: { type: 'string', description: 'English text that describes the error and the next step.' },
        reason: {
          type: 'string',
          description: `Stable reason, more specific than the code; more may be added. Known: ${reasons.join(', ')}.`,
        },
      },
    },
  },
};

const toolDescription = {
  type: 'object',
  description: 'A tool that the key can call.',
  required: ['name', 'title', 'description', 'access', 'inputSchema', 'annotations'],
  properties: {
    name: { type: 'string', description: 'Name of the tool, as in its URL.' },
    title: { type: 'string', description: 'Display name of the tool.' },
    description: { type: 'string', description: 'Description of the tool, written for a model.' },
    access: { type: 'string', enum: ['read', 'write'], description: 'Access level that a key needs.' },
    inputSchema: { type: 'object', description: 'JSON Schema 2020-12 of the arguments.' },
    outputSchema: { type: 'object', description: 'JSON Schema 2020-12 of the result. Direct tools have none.' },
    annotations: { type: 'object', description: 'Hints for agents, as defined by MCP.' },
  },
};

function errorResponses(callsPerMinute: number): Record<ErrorCode, { name: string; response: JsonObject }> {
  return {
    invalid_request: response('The arguments are not valid, or the tool refused them.', callHeaders, {
      code: 'invalid_request',
      reason: 'unknown_argument',
      message: 'unknown argument "old_text"; did you mean "oldText"? (allowed: docId, oldText, newText, expectedVersionCount)',
    }),
    unauthorized: response('The key is missing, wrong, revoked or expired.', challengeHeaders, {
      code: 'unauthorized',
      reason: undefined,
      message: 'this call needs a key: send the header "Authorization: Bearer <key>"',
    }),
    forbidden: response("The key's access level does not allow the call.", callHeaders, {
      code: 'forbidden',
      reason: undefined,
      message: 'update_doc changes data, but this key has read access; use a key with write access',
    }),
    not_found: response('There is no tool with this name.', callHeaders, {
      code: 'not_found',
      reason: undefined,
      message: 'there is no tool "read_document"; GET /v1/tools or tools/list names those this key can call',
    }),
    rate_limited: response(
      `More than ${callsPerMinute} calls in a minute.`,
      { ...callHeaders, 'Retry-After': { $ref: '#/components/headers/RetryAfter' } },
      {
        code: 'rate_limited',
        reason: undefined,
        message: `more than ${callsPerMinute} calls in a minute with this key; wait 5 seconds and call again`,
      },
    ),
    internal_error: response('The gateway failed to complete the call.', callHeaders, {
      code: 'internal_error',
      reason: undefined,
      message:
        'the gateway failed to complete this call; try again, and report request ID req_01k9x0w3v5b7n2m4q6r8t1y3z5 if it fails again',
    }),
    service_error: response('A connected service failed or refused the call.', repeatableCallHeaders, {
      code: 'service_error',
      reason: 'service_timeout',
      message: 'the service did not answer within 60 seconds',
    }),
  };
}

const connectionResponses = {
  TooSlow: response('The request did not arrive in time; send it completely.', requestIdHeader, {
    code: 'invalid_request',
    reason: undefined,
    message: 'this request did not arrive in time; send it completely, without long pauses',
  }).response,
  Unavailable: response(
    'The gateway or its database cannot take this call now; nothing was done. Call again after the seconds in Retry-After.',
    { ...requestIdHeader, 'Retry-After': { $ref: '#/components/headers/RetryAfter' } },
    { code: 'internal_error', reason: undefined, message: 'too many calls are waiting; nothing was done; try again in a second' },
  ).response,
};

function response(description: string, headers: JsonObject, example: Pick<GatewayError, 'code' | 'message' | 'reason'>) {
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/ErrorBody' }, example: errorBody(example) } };
  return { name: responseNames[example.code], response: { description, headers, content } };
}

function header(description: string, schema: JsonObject, example: unknown): JsonObject {
  return { description, schema, example };
}
