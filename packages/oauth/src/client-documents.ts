import { ClientMetadataError, readClientMetadata } from './client-metadata.ts';

/** An answer as far as it is read here. */
export type GetDocument = (
  address: string,
) => Promise<{ status: number; headers: { get(name: string): string | null }; text(): Promise<string> }>;

/** Gets a document that describes a client, and gives of it what may be kept. */
export function fetchClient(getDocument: GetDocument): typeof fetch {
  return async (address) => {
    const response = await getDocument(`${address}`);
    const type = response.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? '';
    if (response.status !== 200) return new Response(null, { status: 502 });
    if (type !== 'application/json' && !type.endsWith('+json')) throw new ClientMetadataError(`the document is ${type}, and no JSON`);
    const document: unknown = JSON.parse(await response.text());
    if (typeof document !== 'object' || document === null || 'client_secret' in document)
      throw new ClientMetadataError('the document describes no public client');
    const headers = { 'Cache-Control': response.headers.get('cache-control') ?? '', 'Content-Type': 'application/json' };
    return new Response(JSON.stringify(readClientMetadata(document as Record<string, unknown>)), { headers });
  };
}
