import { describe, expect, it } from 'vitest';
import { mendParameters } from './client-quirks.ts';

const resource = 'https://gate.example/mcp';

/** Mended parameters of an authorization, or of another request. */
function mended(text: string, isAuthorization = true): Record<string, string> {
  const parameters = mendParameters(new URLSearchParams(text), resource, isAuthorization);
  return Object.fromEntries(parameters);
}

describe('mendParameters', () => {
  it.each([
    ['scope=read', 'read'],
    ['scope=read openid email', 'read'],
    ['scope=write&scope=read offline_access', 'write read offline_access'],
    ['', 'read write'],
    ['scope=', 'read write'],
    ['scope=openid', 'read write'],
    ['scope=offline_access', 'read write offline_access'],
  ])('turns %j into the scope %j', (text, scope) => {
    expect(mended(text)).toEqual({ scope });
  });

  it('removes the scope of other requests, because a token is for the consented scope', () => {
    expect(mended('scope=write&grant_type=refresh_token', false)).toEqual({ grant_type: 'refresh_token' });
  });

  it('normalizes the resource, and keeps a foreign one if there are several', () => {
    const foreign = 'https://other.example/mcp';
    const named = (...resources: string[]) =>
      mended(resources.map((one) => `resource=${encodeURIComponent(one)}`).join('&'), false).resource;
    expect([named(), named(resource), named(`${resource}/`)]).toEqual([undefined, resource, resource]);
    expect([named(foreign, resource), named(`${resource}/`, foreign), named(`${resource}//`)]).toEqual([foreign, foreign, `${resource}//`]);
  });

  it('removes response_mode and every prompt except none, and keeps all other parameters', () => {
    const text = 'prompt=login&response_mode=fragment&state=a&state=b&client_id=c';
    const parameters = mendParameters(new URLSearchParams(text), resource, false);
    expect([...parameters]).toEqual([
      ['state', 'a'],
      ['state', 'b'],
      ['client_id', 'c'],
    ]);
    expect(mended('prompt=none', false)).toEqual({ prompt: 'none' });
  });
});
