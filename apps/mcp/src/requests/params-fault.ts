import { isObject } from '@gatehouse/domain';

/** A text among the parameters of a method. */
interface TextParameter {
  name: string;
  isOptional?: true;
}

const uri: TextParameter = { name: 'uri' };
const cursor: TextParameter = { name: 'cursor', isOptional: true };

/** Methods whose parameters the SDK checks, except those that the pipeline reads. */
const textParameters: Readonly<Record<string, TextParameter>> = {
  'prompts/get': { name: 'name' },
  'prompts/list': cursor,
  'resources/list': cursor,
  'resources/read': uri,
  'resources/subscribe': uri,
  'resources/templates/list': cursor,
  'resources/unsubscribe': uri,
  'tools/list': cursor,
};

/** Fault of a request's parameters in one sentence. The SDK would answer with its validator's whole output. */
export function paramsFault(method: unknown, given: unknown): string | undefined {
  const params = isObject(given) ? given : {};
  if (method === 'initialize') return initializeFault(params);
  const wanted = typeof method === 'string' && Object.hasOwn(textParameters, method) ? textParameters[method] : undefined;
  if (!wanted || typeof params[wanted.name] === 'string' || (wanted.isOptional && params[wanted.name] === undefined)) return undefined;
  return `Invalid params: ${method} ${wanted.isOptional ? 'takes' : 'needs'} "${wanted.name}" as a string`;
}

/** Names the missing fields. */
function initializeFault({ protocolVersion, capabilities, clientInfo }: Record<string, unknown>): string | undefined {
  const client = isObject(clientInfo) ? clientInfo : {};
  const wrong = [
    typeof protocolVersion !== 'string' && '"protocolVersion" (a string)',
    !(isObject(capabilities) && Object.values(capabilities).every(isObject)) && '"capabilities" (an object of objects)',
    (typeof client.name !== 'string' || typeof client.version !== 'string') && '"clientInfo" (with "name" and "version")',
  ].filter((name) => name !== false);
  return wrong.length > 0 ? `Invalid params: initialize needs ${wrong.join(', ')}` : undefined;
}
