import { Client } from '@modelcontextprotocol/client';

type StandardSchema = Extract<Parameters<Client['request']>[1], { '~standard': unknown }>;

/**
 * Accepts every result unchanged. The SDK's own schemas refuse a whole listing for one invalid tool, and a result for one item of an
 * unknown kind. Here each item is read by itself.
 */
export const anyResult: StandardSchema = {
  '~standard': { version: 1, vendor: 'gatehouse', validate: (value: unknown) => ({ value }) },
};

/** The SDK's client, except that it passes on results of calls unchanged. */
export class PassingClient extends Client {
  // biome-ignore lint/suspicious/noExplicitAny: the overloads of the SDK's method name types that it does not export
  override request(request: any, ...rest: any[]): any {
    if (request.method === 'tools/call' && rest.length < 2) return super.request(request, anyResult, ...rest);
    // biome-ignore lint/suspicious/noExplicitAny: as above
    return (super.request as any)(request, ...rest);
  }
}
