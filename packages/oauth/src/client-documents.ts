import { isObject } from '@gatehouse/domain';
import { ClientMetadataError, readClientMetadata } from './client-metadata.ts';

/** Answer with the parts that are read here. */
export type GetDocument = (
  address: string,
) => Promise<{ status: number; headers: { get(name: string): string | null }; text(): Promise<string> }>;

/** Placeholder address to which browsers are never redirected. */
const nowhere = 'https://client.invalid/';

/**
 * Fetches a document that describes a client, and returns its allowed fields. A token request concerns an earlier consent, and is bound to
 * the client's address. If `isForToken` returns true, an unavailable document therefore does not sign out all people of the client.
 */
export function fetchClient(getDocument: GetDocument, isForToken: () => boolean): typeof fetch {
  return async (address) => {
    const response = await getDocument(`${address}`).catch((error: unknown) => {
      if (isForToken()) return undefined;
      throw error;
    });
    if (!response || (response.status >= 500 && isForToken()))
      return Response.json(readClientMetadata({ client_id: `${address}`, redirect_uris: [nowhere] }));
    const type = response.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? '';
    if (response.status !== 200) return new Response(null, { status: 502 });
    if (type !== 'application/json' && !type.endsWith('+json')) throw new ClientMetadataError(`the document is ${type}, not JSON`);
    const document: unknown = JSON.parse(await response.text());
    if (!isObject(document) || 'client_secret' in document) throw new ClientMetadataError('the document does not describe a public client');
    const headers = { 'Cache-Control': response.headers.get('cache-control') ?? '', 'Content-Type': 'application/json' };
    return new Response(JSON.stringify(readClientMetadata(document)), { headers });
  };
}
