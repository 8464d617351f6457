import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Loose } from '../kit/world.ts';

/** A tool of the MCP server `gatehouse` that the model calls. */
export interface ScriptedCall {
  tool: string;
  input: object;
}

/** A part of a tool's result as the model gets it. `data` is base64. */
export type ResultPart = { type: 'text'; text: string } | { type: 'image'; data: string };

export interface ScriptedModel extends AsyncDisposable {
  /** Base address of both APIs. */
  url: string;
  /** Results of the calls, in their order. */
  results: ResultPart[][];
}

/** A model with the APIs of Anthropic (Messages) and OpenAI (Responses). It makes one call after another and then answers "Done." */
export async function openScriptedModel(calls: readonly ScriptedCall[]): Promise<ScriptedModel> {
  const results: ResultPart[][] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const events = request.url?.startsWith('/v1/messages') ? answerMessages(JSON.parse(body)) : answerResponses(request.url, body);
    if (!events) return void response.writeHead(404).end('{}');
    response.setHeader('Content-Type', 'text/event-stream');
    response.end(events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join(''));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  function nextCall(found: ResultPart[][]): ScriptedCall | undefined {
    results.splice(0, results.length, ...found);
    return calls[found.length];
  }

  function answerMessages({ model, messages, tools = [] }: Loose): Loose[] {
    const given = messages.flatMap(({ content }: Loose) => (Array.isArray(content) ? content : []));
    const found = given
      .filter(({ type }: Loose) => type === 'tool_result')
      .map(({ content }: Loose) => partsOf(content).map(partOfMessage));
    // Clients also ask for titles and summaries, without tools.
    const call = tools.length > 0 ? nextCall(found) : undefined;
    const block = call
      ? { type: 'tool_use', id: `toolu_${found.length}`, name: `mcp__gatehouse__${call.tool}`, input: {} }
      : { type: 'text', text: '' };
    const delta = call ? { type: 'input_json_delta', partial_json: JSON.stringify(call.input) } : { type: 'text_delta', text: 'Done.' };
    const usage = { input_tokens: 1, output_tokens: 1 };
    const message = { id: 'msg_1', type: 'message', role: 'assistant', model, content: [], stop_reason: null, stop_sequence: null, usage };
    return [
      { type: 'message_start', message },
      { type: 'content_block_start', index: 0, content_block: block },
      { type: 'content_block_delta', index: 0, delta },
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: { stop_reason: call ? 'tool_use' : 'end_turn', stop_sequence: null }, usage },
      { type: 'message_stop' },
    ];
  }

  function answerResponses(url: string | undefined, body: string): Loose[] | undefined {
    if (url !== '/v1/responses') return undefined;
    const { input } = JSON.parse(body) as Loose;
    const found = input
      .filter(({ type }: Loose) => type === 'function_call_output')
      .map(({ output }: Loose) => partsOf(output).map(partOfResponse));
    const call = nextCall(found);
    const place = { id: `item_${found.length}`, call_id: `call_${found.length}` };
    const item = call
      ? { type: 'function_call', ...place, namespace: 'mcp__gatehouse', name: call.tool, arguments: JSON.stringify(call.input) }
      : { type: 'message', id: place.id, role: 'assistant', content: [{ type: 'output_text', text: 'Done.', annotations: [] }] };
    const usage = { input_tokens: 1, input_tokens_details: null, output_tokens: 1, output_tokens_details: null, total_tokens: 2 };
    return [
      { type: 'response.created', response: { id: 'resp_1' } },
      { type: 'response.output_item.done', output_index: 0, item },
      { type: 'response.completed', response: { id: 'resp_1', output: [item], usage } },
    ];
  }

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    results,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A text alone can come as a string. */
function partsOf(content: Loose | string): Loose[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : content;
}

function partOfMessage(part: Loose): ResultPart {
  return part.type === 'image' ? { type: 'image', data: part.source.data } : { type: 'text', text: part.text };
}

function partOfResponse(part: Loose): ResultPart {
  if (part.type !== 'input_image') return { type: 'text', text: part.text };
  return { type: 'image', data: part.image_url.replace(/^data:image\/\w+;base64,/, '') };
}
