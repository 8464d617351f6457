import { type AnyDefinition, defineServiceTool, defineTool, GatewayError, type OutsideCall } from '@gatehouse/core';
import { z } from 'zod';

const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';
const silence = 'UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA=';
const output = z.object({ content: z.array(z.looseObject({ type: z.string() })) });

type Content = z.input<typeof output>['content'];

/** The tools that the conformance suite asks a server for, as answers of a service: they go through the same adapter as all others. */
export const conformanceTools: readonly AnyDefinition[] = [
  fixture('test_simple_text', () => [text('This is a simple text response for testing.')]),
  fixture('test_image_content', () => [image()]),
  fixture('test_audio_content', () => [{ type: 'audio', data: silence, mimeType: 'audio/wav' }]),
  fixture('test_embedded_resource', () => [resource('test://embedded-resource', 'text/plain', 'This is an embedded resource content.')]),
  fixture('test_multiple_content_types', () => [
    text('Multiple content types test:'),
    image(),
    resource('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
  ]),
  fixture('test_error_handling', () => {
    throw new GatewayError('service_error', 'This tool intentionally returns an error for testing');
  }),
  fixture('test_tool_with_progress', ({ onProgress }) => {
    for (const progress of [0, 50, 100]) onProgress?.({ progress, total: 100, message: `Completed step ${progress} of 100` });
    return [text('done')];
  }),
  fixture('test_logging_tool', () => [text('Nothing is logged to the client.')]),
  fixture('test_streaming_elicitation', ({ onProgress }) => {
    onProgress?.({ progress: 1, total: 1 });
    return [text('Nothing was asked of the client.')];
  }),
  triggerToolChange(),
];

/**
 * Changes the tools that the suite's key can call, which notifies its listeners. It is declared read-only, because the suite calls it more
 * than once.
 */
function triggerToolChange(): AnyDefinition {
  return defineTool({
    name: 'test_trigger_tool_change',
    title: 'test_trigger_tool_change',
    description: 'What the conformance suite expects of test_trigger_tool_change.',
    audience: 'agent',
    access: 'read',
    hints: { destructive: false, idempotent: true, openWorld: false },
    input: z.strictObject({}),
    output: z.object({}),
    example: { input: {}, output: {} },
    // biome-ignore lint/correctness/useYield: nothing has to be asked of the store
    *run() {
      return {};
    },
    async afterCommit({ store: { organizations, perform } }) {
      const toggle = function* () {
        const orgId = (yield* organizations.list())[0]?.id ?? '';
        yield* organizations.setAgentsReadOnly(orgId, !(yield* organizations.agentsReadOnly(orgId)));
      };
      await perform(toggle, { changes: true });
    },
  });
}

function fixture(name: string, answer: (call: OutsideCall) => Content): AnyDefinition {
  return defineServiceTool({
    name,
    title: name,
    description: `What the conformance suite expects of ${name}.`,
    audience: 'agent',
    access: 'read',
    hints: { destructive: false, idempotent: true, openWorld: true },
    passesThrough: true,
    input: z.strictObject({}),
    output,
    example: { input: {}, output: { content: [] } },
    // biome-ignore lint/correctness/useYield: nothing has to be asked of the store
    *prepare() {
      return {};
    },
    *checkAgain() {},
    async runOutside(_context, _prepared, call) {
      return { content: answer(call) };
    },
  });
}

function text(text: string): Content[number] {
  return { type: 'text', text };
}

function image(): Content[number] {
  return { type: 'image', data: pixel, mimeType: 'image/png' };
}

function resource(uri: string, mimeType: string, text: string): Content[number] {
  return { type: 'resource', resource: { uri, mimeType, text } };
}
