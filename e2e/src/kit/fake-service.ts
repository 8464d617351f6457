import { createSecretBox, GatewayError, type ServicePort, type ServiceResult, type ToolDefinition } from '@gatehouse/core';
import { createFakeSignIn } from '@gatehouse/core/testing';
import { listedSchema } from '@gatehouse/services';
import { installationSecret } from '../secrets/planted.ts';

const box = createSecretBox({ secret: Buffer.from(installationSecret) });

/** A service with one read tool and one write tool. It answers with the call, or as the test specifies. */
export const fakeService: ServicePort = {
  validate: ({ inputSchema }, given) =>
    ((inputSchema.required ?? []) as string[])
      .filter((name) => !(name in given))
      .map((name) => ({ path: `/${name}`, message: 'is required' })),
  validateApart: async () => [],
  listedSchema,
  keyArgument: () => undefined,
  async call({ tool, arguments: given }) {
    if (given.fail === true) throw new GatewayError('service_error', 'the service is out of order', { reason: 'service_failed' });
    if (given.answer !== undefined) return given.answer as ServiceResult;
    return { content: [{ type: 'text', text: JSON.stringify({ tool: tool.name, given }) }], structuredContent: { tool: tool.name } };
  },
  discover: async () => ({ tools: serviceTools }),
  seal: box.seal,
  open: box.open,
  forget: () => {},
  ...createFakeSignIn(box.open),
};

const inputSchema = { type: 'object', properties: { repo: { type: 'string' } }, required: ['repo'] };

const serviceTools: ToolDefinition[] = [
  tool('list_issues', 'List the issues of a repository.', true),
  tool('create_issue', 'Open a new issue.', false),
];

function tool(name: string, description: string, isReading: boolean): ToolDefinition {
  return { name, title: null, description, inputSchema, outputSchema: null, annotations: { readOnlyHint: isReading }, binding: null };
}
