import { expect, it } from 'vitest';
import { knownServices } from './known-services.ts';
import { noPlace, placeArguments, placeOfKnown, suggestService } from './place-values.ts';

it.each([
  ['https://mcp.linear.app/mcp', 'linear'],
  ['https://api.weather.gov/openapi.json', 'weather'],
  ['https://My_Tools.example.com/', 'example'],
  ['http://127.0.0.1:3000/mcp', ''],
  ['http://localhost:3000/mcp', ''],
  ['no address', ''],
])('suggests a short name for %s: %j', (url, service) => {
  expect(suggestService({ url, document: undefined })).toBe(service);
});

it.each([
  ['Weather', 'weather'],
  ['GitHub v3 REST API', 'github'],
  ['Google Drive MCP server', 'google-drive'],
  ['Swagger Petstore - OpenAPI 3.0', 'swagger-petstore'],
  ['Übersetzungen', 'ubersetzungen'],
  ['天気', 'linear'],
  ['The MCP server', 'linear'],
  ['x'.repeat(80), 'x'.repeat(32)],
])('suggests a short name by the title that a service gives itself: %s', (title, service) => {
  expect(suggestService({ url: 'https://mcp.linear.app/mcp', document: undefined }, title)).toBe(service);
});

it('suggests the name of a file for its content', () => {
  expect(suggestService({ url: '', document: { name: 'Pet Store v3.yaml', text: '' } })).toBe('pet-store-v3');
});

it('returns a place in the form that the gateway accepts', () => {
  const access = { type: 'none' };
  const typed = { ...noPlace, url: ' https://a.example/x ', baseUrl: ' https://b.example ' };
  expect(placeArguments(typed)).toEqual({ kind: 'mcp-http', url: 'https://a.example/x', access });
  expect(placeArguments({ ...typed, kind: 'openapi' })).toEqual({
    kind: 'openapi',
    url: 'https://a.example/x',
    baseUrl: 'https://b.example',
    access,
  });
  const document = { name: 'a.json', text: '{}' };
  expect(placeArguments({ ...noPlace, kind: 'openapi', document })).toEqual({ kind: 'openapi', document: '{}', access });
});

it('recognizes services by possible tool names and HTTPS addresses', () => {
  expect(knownServices.length).toBeGreaterThan(10);
  expect(new Set(knownServices.map(({ service }) => service)).size).toBe(knownServices.length);
  for (const known of knownServices) {
    expect(known.service).toMatch(/^[a-z0-9-]{1,32}$/);
    expect(new URL(known.url).protocol).toBe('https:');
    expect(known.access === 'none' || known.access === 'oauth').toBe(known.credentials === undefined);
    expect(placeOfKnown(known)).toMatchObject({ url: known.url, access: { type: known.access, secret: '' } });
  }
});
