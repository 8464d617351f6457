import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';
import { createRedactor } from '@gatehouse/services';
import type { TelemetrySettings } from './telemetry-settings.ts';

/** Sends one OTLP request. Rejects unless the whole request was accepted, so that the caller can send it again. */
export type OtlpSender = (signal: 'traces' | 'metrics' | 'logs', body: object, stop?: AbortSignal) => Promise<void>;

const compress = promisify(gzip);
/** Telemetry is repetitive: a higher level takes twice the time and saves little. */
const quickly = { level: constants.Z_BEST_SPEED };
/** Maximum characters of an answer in an error. */
const shownCharacters = 200;

export function createOtlpSender({ endpoint, headers, timeoutMs }: TelemetrySettings): OtlpSender {
  // A collector's answer may repeat the request's headers.
  const redactor = createRedactor(Object.values(headers));
  return async (signal, body, stop) => {
    const response = await fetch(`${endpoint}/v1/${signal}`, {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' },
      body: new Uint8Array(await compress(JSON.stringify(body), quickly)),
      // Redirects are not followed, because headers can contain a key. The operator must set the new address.
      redirect: 'manual',
      signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(stop ? [stop] : [])]),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`the collector answered ${response.status}: ${redactor.quote(text).slice(0, shownCharacters)}`);
    const rejected = rejectedIn(text);
    if (rejected > 0) throw new Error(`the collector rejected ${rejected} of the records`);
  };
}

/** Number of entries that a collector rejected. It may accept only a part. */
function rejectedIn(text: string): number {
  try {
    const { partialSuccess = {} }: { partialSuccess?: Record<string, string | number> } = JSON.parse(text || '{}');
    return Object.entries(partialSuccess).reduce((sum, [name, count]) => sum + (name.startsWith('rejected') ? Number(count) : 0), 0);
  } catch {
    // Some collectors answer without JSON. Their status already shows that the request was accepted.
    return 0;
  }
}
