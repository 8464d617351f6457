import { GatewayError } from '@gatehouse/core';
import { maxListingBytes } from '@gatehouse/core/testing';
import { createBodies } from '@gatehouse/entrance';
import { describe, expect, it } from 'vitest';
import { createMcpEntrance } from '../http/mcp-entrance.ts';
import { createFakeGateway, type FakeGateway, failure, success } from '../testing/fake-gateway.ts';
import { createToolList } from './tool-list.ts';

async function callTool(gateway: FakeGateway, name: string): Promise<Record<string, unknown>> {
  const report = (error: unknown) => expect.unreachable(String(error));
  const entrance = createMcpEntrance({ gateway, bodies: createBodies(), version: '1', report });
  const headers = {
    Host: 'localhost',
    Authorization: 'Bearer good',
    'Content-Type': 'application/json',
    Accept: 'application/json, text/event-stream',
  };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: {} } });
  const answer = (await (await entrance.handle(new Request('http://localhost/mcp', { method: 'POST', headers, body }))).json()) as Record<
    string,
    unknown
  >;
  return (answer.result ?? answer.error) as Record<string, unknown>;
}

async function resultOf(name: string, value: unknown): Promise<Record<string, unknown>> {
  const gateway = createFakeGateway();
  gateway.answer = () => success(value);
  return await callTool(gateway, name);
}

const text = (text: string) => ({ type: 'text', text });

describe('the result of a tool', () => {
  it('is the body of the HTTP answer, as structure and as text', async () => {
    expect(await resultOf('whoami', { orgId: 'o' })).toEqual({ structuredContent: { orgId: 'o' }, content: [text('{"orgId":"o"}')] });
  });

  it('returns a long text unescaped, in the last block', async () => {
    const value = { id: 'd', bodyMarkdown: '# "x"\n', totalLines: 1 };
    expect(await resultOf('read_doc', value)).toEqual({
      structuredContent: value,
      content: [text('{"id":"d","totalLines":1}'), text('# "x"\n')],
    });
  });

  it.each([null, undefined])('is one block if the text is %s', async (bodyMarkdown) => {
    const value = { id: 'd', bodyMarkdown };
    expect((await resultOf('read_doc', value)).content).toEqual([text(JSON.stringify(value))]);
  });

  it('wraps an array in an object for clients that accept only objects', async () => {
    expect(await resultOf('list_tasks', [])).toEqual({ structuredContent: { result: [] }, content: [text('[]')] });
  });

  it.each([
    [
      { content: [text('a')], structuredContent: { a: 1 } },
      { content: [text('a')], structuredContent: { a: 1 } },
    ],
    [{ content: [text('a')] }, { content: [text('a')] }],
    [{ structuredContent: { a: 1 } }, { content: [text('{"a":1}')], structuredContent: { a: 1 } }],
    [
      { structuredContent: { a: 1 }, headers: { etag: '"v"' } },
      {
        structuredContent: { a: 1 },
        content: [text('{"a":1}'), text('HTTP headers: {"etag":"\\"v\\""}')],
        _meta: { 'gatehouse/headers': { etag: '"v"' } },
      },
    ],
    [{}, { content: [] }],
  ])('of a service passes through: %j (D35)', async (value, result) => {
    expect(await resultOf('execute_service_tool', value)).toEqual(result);
  });
});

describe('a refusal', () => {
  it('states what to do, in words and for programs, without structured content', async () => {
    const gateway = createFakeGateway();
    gateway.answer = () => failure(new GatewayError('rate_limited', 'wait 7 seconds and call again'), 7);
    expect(await callTool(gateway, 'whoami')).toEqual({
      isError: true,
      content: [text('rate_limited: wait 7 seconds and call again')],
      _meta: { 'gatehouse/error': { code: 'rate_limited', retryAfterSeconds: 7, requestId: expect.stringMatching(/^req_/) } },
    });
  });

  it('states its code and reason in the text, for frameworks that drop _meta (D4)', async () => {
    const gateway = createFakeGateway();
    gateway.answer = () => failure(new GatewayError('invalid_request', 'oldText was not found', { reason: 'text_not_found' }));
    expect(await callTool(gateway, 'whoami')).toMatchObject({ content: [text('invalid_request/text_not_found: oldText was not found')] });
  });

  it('is a protocol error for an unknown tool, after the gateway has logged the call', async () => {
    const gateway = createFakeGateway();
    gateway.answer = () => failure(new GatewayError('not_found', 'there is no tool "nope"'));
    expect(await callTool(gateway, 'nope')).toMatchObject({ code: -32602, data: { code: 'not_found' } });
    expect(gateway.calls).toMatchObject([{ tool: { name: 'nope', registered: undefined } }]);
  });
});

describe('tools/list', () => {
  it('describes every tool with hints and schemas, in the same order every time, within the limit', async () => {
    const gateway = createFakeGateway();
    const { registry } = gateway;
    const tools = await createToolList(gateway)(await gateway.identify({ type: 'key', key: 'good' }));
    expect(tools.map((tool) => tool.name)).toEqual(registry.agentTools.map((tool) => tool.definition.name));
    for (const { annotations, inputSchema } of tools) {
      const ofWriting = annotations?.readOnlyHint ? [] : ['destructiveHint', 'idempotentHint'];
      expect(Object.keys(annotations ?? {}).sort()).toEqual([...ofWriting, 'openWorldHint', 'readOnlyHint']);
      expect(inputSchema).not.toHaveProperty('$schema');
    }
    const budgeted = tools.map(({ name, description, inputSchema, annotations }) => ({ name, description, inputSchema, annotations }));
    expect(Buffer.byteLength(JSON.stringify(budgeted))).toBeLessThanOrEqual(maxListingBytes);
  });
});
