import { expect, it } from 'vitest';
import { fetchClient } from './client-documents.ts';

const address = 'https://client.test/about.json';
const document = { client_id: address, client_name: 'Client', redirect_uris: ['https://client.test/back'] };
const nowhere = ['https://client.invalid/'];

function ask(status: number | Error, isForToken: boolean) {
  const getDocument = async () => {
    if (status instanceof Error) throw status;
    return { status, headers: new Headers({ 'content-type': 'application/json' }), text: async () => JSON.stringify(document) };
  };
  return fetchClient(getDocument, () => isForToken)(address);
}

it('reads client metadata from its document, for a token request too', async () => {
  for (const isForToken of [false, true])
    expect(await (await ask(200, isForToken)).json()).toMatchObject({ client_name: 'Client', redirect_uris: document.redirect_uris });
});

it('accepts a token request by the client address alone if its document is unavailable', async () => {
  for (const status of [500, new Error('no such host')])
    expect(await (await ask(status, true)).json()).toMatchObject({ client_id: address, redirect_uris: nowhere });
});

it('accepts no other request of a client without a document', async () => {
  expect((await ask(500, false)).status).toBe(502);
  await expect(ask(new Error('no such host'), false)).rejects.toThrow('no such host');
  for (const isForToken of [false, true]) expect((await ask(404, isForToken)).status).toBe(502);
});
