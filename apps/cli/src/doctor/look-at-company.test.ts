import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { readConfiguration } from '../configuration/configuration.ts';
import { lookAtCompany } from './look-at-company.ts';

/** Opens a provider on loopback that gives this answer to each request for its metadata. */
async function openProvider(answer: (response: ServerResponse, issuer: string) => void) {
  const server = createServer((_request, response) => answer(response, issuer));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    issuer,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const answering =
  (change: object = {}) =>
  (response: ServerResponse, issuer: string) => {
    const metadata = {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
    };
    response.setHeader('Content-Type', 'application/json').end(JSON.stringify({ ...metadata, ...change }));
  };

const look = (issuer: string, timeoutSeconds?: number) =>
  lookAtCompany(
    readConfiguration({}, { GATEHOUSE_OIDC_ISSUER: issuer, GATEHOUSE_OIDC_CLIENT_ID: 'gatehouse', GATEHOUSE_OIDC_CLIENT_SECRET: 'x' }),
    timeoutSeconds,
  );

describe('doctor, for company sign-in', () => {
  it('reports that none is set', async () => {
    expect(await lookAtCompany(readConfiguration({}, {}))).toEqual({
      state: 'ok',
      message: 'company sign-in is off: GATEHOUSE_OIDC_ISSUER is not set',
    });
  });

  it('accepts a provider whose issuer matches the setting', async () => {
    await using provider = await openProvider(answering());
    expect(await look(provider.issuer)).toEqual({ state: 'ok', message: `${provider.issuer} answers` });
  });

  it.each([
    [
      'calls itself otherwise',
      answering({ issuer: 'https://other.test' }),
      /^has another issuer in .*: set GATEHOUSE_OIDC_ISSUER to exactly the "issuer"/,
    ],
    [
      'has no metadata',
      (response: ServerResponse) => response.writeHead(404).end(),
      /^has no OpenID Connect metadata .*: set GATEHOUSE_OIDC_ISSUER to/,
    ],
    ['sends elsewhere', (response: ServerResponse) => response.writeHead(302, { Location: '/' }).end(), /^has no OpenID Connect metadata/],
    [
      'answers with a page',
      (response: ServerResponse) => response.setHeader('Content-Type', 'text/html').end('<html>'),
      /^has no OpenID Connect metadata/,
    ],
    [
      'answers with what is no JSON',
      (response: ServerResponse) => response.setHeader('Content-Type', 'application/json').end('{'),
      /^has no/,
    ],
    ['has no code flow', answering({ authorization_endpoint: undefined }), /^has no authorization_endpoint: it must be an OpenID Connect/],
    ['takes secrets by other protocols', answering({ token_endpoint: 'ftp://other.test/' }), /^has a token_endpoint without https/],
    ['hangs up', (response: ServerResponse) => response.destroy(), /^cannot be reached .*: correct GATEHOUSE_OIDC_ISSUER, or allow/],
  ] as const)('advises how to fix a provider that %s', async (_what, answer, message) => {
    await using provider = await openProvider(answer);
    const verdict = await look(provider.issuer);
    expect(verdict).toEqual({ state: 'failed', message: expect.stringMatching(new RegExp(`^${provider.issuer} `)) });
    expect(verdict.message.slice(provider.issuer.length + 1)).toMatch(message);
  });

  it.each([
    ['says nothing', () => {}],
    [
      'goes on for ever',
      (response: ServerResponse) => {
        response.setHeader('Content-Type', 'application/json');
        const dripping = setInterval(() => response.write(' '), 5);
        response.on('close', () => clearInterval(dripping));
      },
    ],
  ] as const)('gives up in time on a provider that %s', async (_what, answer) => {
    await using provider = await openProvider(answer);
    expect(await look(provider.issuer, 0.1)).toEqual({
      state: 'failed',
      message: `${provider.issuer} did not answer in time: correct GATEHOUSE_OIDC_ISSUER, or allow this machine through the firewall`,
    });
  });
});
