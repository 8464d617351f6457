import { hostsOf } from '@gatehouse/entrance';
import { describe, expect, it } from 'vitest';
import { refuseHost, refuseOtherSites } from './request-guards.ts';

const consoleUrl = 'https://gate.example:8443/base';
const refusalOf = (guard: () => void): unknown => {
  try {
    guard();
    return 'taken';
  } catch (error) {
    return (error as { code: string; reason?: string }).reason ?? (error as { code: string }).code;
  }
};

describe('refuseOtherSites', () => {
  it.each([
    [{ 'sec-fetch-site': 'same-origin' }, 'taken'],
    [{ 'sec-fetch-site': 'same-origin', origin: 'https://evil.example' }, 'taken'],
    [{ 'sec-fetch-site': 'same-site', origin: 'https://gate.example:8443' }, 'cross_site'],
    [{ 'sec-fetch-site': 'cross-site' }, 'cross_site'],
    [{ 'sec-fetch-site': 'none' }, 'cross_site'],
    [{ 'sec-fetch-site': '' }, 'cross_site'],
    [{ 'sec-fetch-site': 'cross-site, same-origin' }, 'cross_site'],
    [{}, 'cross_site'],
    [{ origin: 'https://gate.example:8443' }, 'taken'],
    [{ origin: 'https://gate.example' }, 'cross_site'],
    [{ origin: 'http://gate.example:8443' }, 'cross_site'],
    [{ origin: 'null' }, 'cross_site'],
    [{ origin: 'https://evil.example' }, 'cross_site'],
    [{ origin: 'http://localhost:4747', host: 'localhost:4747' }, 'taken'],
    [{ origin: 'http://localhost:3000', host: 'localhost:4747' }, 'cross_site'],
    [{ origin: 'file://', host: '' }, 'cross_site'],
  ])('of a request with %j: %s', (headers, expected) => {
    expect(refusalOf(() => refuseOtherSites({ host: 'gate.example:8443', ...headers }, consoleUrl))).toBe(expected);
  });
});

describe('refuseHost', () => {
  it.each([
    ['gate.example:8443', 'taken'],
    ['localhost', 'taken'],
    ['evil.example', 'forbidden'],
    [undefined, 'forbidden'],
  ])('of a request to %j: %s', (host, expected) => {
    expect(refusalOf(() => refuseHost({ host }, hostsOf(consoleUrl, [])))).toBe(expected);
  });
});
