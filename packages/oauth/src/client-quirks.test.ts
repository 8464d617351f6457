import { describe, expect, it } from 'vitest';
import { mendParameters } from './client-quirks.ts';

const resource = 'https://gate.example/mcp';

/** What is left of the parameters of an authorization, or of another request. */
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
  ])('asks by %j for the scope %j', (text, scope) => {
    expect(mended(text)).toEqual({ scope });
  });

  it('leaves the scope of other requests out: a token is for what was consented to', () => {
    expect(mended('scope=write&grant_type=refresh_token', false)).toEqual({ grant_type: 'refresh_token' });
  });

  it('names the resource in one way, and of several the one that is another’s', () => {
    const foreign = 'https://other.example/mcp';
    const named = (...resources: string[]) =>
      mended(resources.map((one) => `resource=${encodeURIComponent(one)}`).join('&'), false).resource;
    expect([named(), named(resource), named(`${resource}/`)]).toEqual([undefined, resource, resource]);
    expect([named(foreign, resource), named(`${resource}/`, foreign), named(`${resource}//`)]).toEqual([foreign, foreign, `${resource}//`]);
  });

  it('knows one way back and one prompt, and leaves all else as it was sent', () => {
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
