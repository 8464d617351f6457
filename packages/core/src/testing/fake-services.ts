import type {
  ArgumentFault,
  JsonObject,
  ServicePort,
  ServiceRequest,
  ServiceResult,
  ToolDefinition,
} from '../kernel/ports/service-port.ts';
import { createSecretBox } from '../services/calling/secret-box.ts';
import { createFakeSignIn, type FakeSignIn } from './fake-sign-in.ts';

/** Port to a fake service with a list of tools. Records the requests. For tests of the core. */
export interface FakeServices extends ServicePort {
  signIn: FakeSignIn;
  tools: ToolDefinition[];
  reached: ServiceRequest[];
  forgotten: string[];
  answer: (request: ServiceRequest) => Promise<ServiceResult>;
  instructions?: string | undefined;
  failDiscovery?: Error | undefined;
  /** It shows its tools only with an account. */
  needsAccount?: boolean | undefined;
}

export function createFakeServices(tools: ToolDefinition[] = standardTools()): FakeServices {
  const box = createSecretBox({ secret: Buffer.alloc(32, 1) });
  const signIn = createFakeSignIn(box.open);
  const fake: FakeServices = {
    ...signIn,
    signIn,
    tools,
    reached: [],
    forgotten: [],
    answer: async (request) => ({ content: [{ type: 'text', text: `${request.tool.name} ${JSON.stringify(request.arguments)}` }] }),
    validate: ({ inputSchema }, given) => missing(inputSchema, given),
    validateApart: async ({ inputSchema }, given) => missing(inputSchema, given),
    listedSchema: (schema) => ('anyOf' in schema ? { fault: 'it has anyOf at the top' } : { schema }),
    keyArgument: ({ inputSchema }) => ('Idempotency-Key' in ((inputSchema.properties ?? {}) as object) ? 'Idempotency-Key' : undefined),
    async call(request) {
      fake.reached.push(request);
      return await fake.answer(request);
    },
    async discover(target) {
      if (fake.failDiscovery) throw fake.failDiscovery;
      if (fake.needsAccount && !target.account) return { tools: [], needsAccount: true };
      return { tools: fake.tools, instructions: fake.instructions };
    },
    seal: box.seal,
    open: box.open,
    forget: (connectionId) => void fake.forgotten.push(connectionId),
  };
  return fake;
}

export function fakeTool(name: string, more: Partial<ToolDefinition> = {}): ToolDefinition {
  return {
    name,
    title: null,
    description: `Does ${name}.`,
    inputSchema: { type: 'object', properties: { repo: { type: 'string' } }, required: ['repo'] },
    outputSchema: null,
    annotations: null,
    binding: null,
    ...more,
  };
}

function standardTools(): ToolDefinition[] {
  return [fakeTool('create_issue'), fakeTool('list_issues', { annotations: { readOnlyHint: true } })];
}

function missing({ required }: JsonObject, given: JsonObject): ArgumentFault[] {
  const names = Array.isArray(required) ? required : [];
  return names.filter((name) => !(name in given)).map((name) => ({ path: `/${name}`, message: 'is required' }));
}
