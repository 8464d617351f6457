import { readFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { onlySqlite } from '../kit/engines.ts';
import { openPlace } from './command.ts';

const token = 'a-token-of-the-operator-1234567890';

/** The status and the text of a GET of /metrics with these headers, and a Host of the test's. */
async function metricsOf(url: string, headers: Record<string, string>): Promise<{ status: number | undefined; text: string }> {
  const { hostname, port } = new URL(url);
  const request = { hostname, port, path: '/metrics', headers, setHost: false, agent: false };
  const response = await new Promise<IncomingMessage>((resolve, reject) => get(request, resolve).once('error', reject));
  let text = '';
  for await (const chunk of response) text += chunk;
  return { status: response.statusCode, text };
}

const documented = readFileSync(path.join(import.meta.dirname, '../../../docs/reference/metrics.md'), 'utf8');

function namesIn(text: string, line: RegExp): string[] {
  return [...text.matchAll(line)].map(([, name = '']) => name).toSorted();
}

describe('/metrics', () => {
  onlySqlite('accepts the token in GATEHOUSE_METRICS_TOKEN, and requests from the machine itself', async () => {
    using place = openPlace();
    await using gateway = await place.start([], { env: { GATEHOUSE_METRICS_TOKEN: token } });
    const statusOf = async (headers: Record<string, string>) => (await metricsOf(gateway.url, headers)).status;
    const proxied = { Host: 'gatehouse.example' };
    expect(await statusOf({ Host: new URL(gateway.url).host })).toBe(200);
    expect(await statusOf(proxied)).toBe(403);
    expect(await statusOf({ ...proxied, Authorization: 'Bearer another-token-of-this-length-1234' })).toBe(403);
    expect(await statusOf({ ...proxied, Authorization: `Bearer ${gateway.key}` })).toBe(403);
    const shown = await metricsOf(gateway.url, { ...proxied, Authorization: `Bearer ${token}` });
    expect(shown).toMatchObject({ status: 200, text: expect.stringContaining('gatehouse_http_requests_in_flight') });
    expect(shown.text).not.toContain(token);
    expect(namesIn(shown.text, /^# HELP (\S+)/gm)).toEqual(namesIn(documented, /^\| `(\w+)` \|/gm));
  });

  it('accepts no token that could be guessed, and does not repeat it', async () => {
    using place = openPlace();
    const ended = await place.run(['start', '--port', '0'], { env: { GATEHOUSE_METRICS_TOKEN: 'short-token' } });
    expect(ended).toMatchObject({ code: 2, stderr: expect.stringContaining('GATEHOUSE_METRICS_TOKEN must have at least 16 characters') });
    expect(ended.stderr).not.toContain('short-token');
  });
});
