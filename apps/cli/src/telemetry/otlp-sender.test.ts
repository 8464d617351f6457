import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { createOtlpSender } from './otlp-sender.ts';
import { readTelemetrySettings } from './telemetry-settings.ts';

it("removes the sent keys from a collector's answer before quoting it (D82.1)", async () => {
  const collector = createServer((request, response) => {
    request.resume();
    response.writeHead(401).end(`not known: ${request.headers.authorization}`);
  });
  await once(collector.listen(0, '127.0.0.1'), 'listening');
  const { port } = collector.address() as AddressInfo;
  const settings = readTelemetrySettings({
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20key-of-the-collector',
  });
  await expect(createOtlpSender(settings as NonNullable<typeof settings>)('logs', {})).rejects.toThrow(
    /^the collector answered 401: not known: (?:Bearer )?\[secret removed\]$/,
  );
  collector.closeAllConnections();
  collector.close();
});
