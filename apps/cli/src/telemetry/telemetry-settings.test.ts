import { describe, expect, it } from 'vitest';
import { readTelemetrySettings } from './telemetry-settings.ts';

const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318/' };

describe('the settings of telemetry (D82)', () => {
  it('are empty without an endpoint, or if telemetry is switched off', () => {
    expect(readTelemetrySettings({})).toBe(undefined);
    expect(readTelemetrySettings({ OTEL_EXPORTER_OTLP_ENDPOINT: ' ', OTEL_SERVICE_NAME: 'gate' })).toBe(undefined);
    expect(readTelemetrySettings({ ...endpoint, OTEL_SDK_DISABLED: 'TRUE' })).toBe(undefined);
  });

  it('are read in the format of OpenTelemetry', () => {
    expect(readTelemetrySettings(endpoint)).toEqual({
      endpoint: 'http://localhost:4318',
      headers: {},
      timeoutMs: 10_000,
      metricsEveryMs: 60_000,
      resource: { 'service.name': 'gatehouse' },
      signals: { traces: true, metrics: true, logs: true },
    });
    expect(
      readTelemetrySettings({
        ...endpoint,
        OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Basic%20YTpi=, x-team = a ',
        OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=production,service.name=other',
        OTEL_SERVICE_NAME: 'gate',
        OTEL_TRACES_EXPORTER: 'none',
      }),
    ).toMatchObject({
      headers: { authorization: 'Basic YTpi=', 'x-team': 'a' },
      resource: { 'deployment.environment.name': 'production', 'service.name': 'gate' },
      signals: { traces: false, metrics: true, logs: true },
    });
  });

  it('refuse a password in the address without repeating it', () => {
    const read = () => readTelemetrySettings({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://user:s3cr3t-word@localhost:4318' });
    expect(read).toThrow(/^OTEL_EXPORTER_OTLP_ENDPOINT must not contain a user or password; use OTEL_EXPORTER_OTLP_HEADERS=/);
    expect(read).not.toThrow(/s3cr3t/);
  });

  it.each([
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'localhost:4318' },
    { OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' },
    { OTEL_EXPORTER_OTLP_TIMEOUT: '10s' },
    { OTEL_METRIC_EXPORT_INTERVAL: '0' },
    { OTEL_LOGS_EXPORTER: 'console' },
    { OTEL_EXPORTER_OTLP_HEADERS: 'a secret' },
    { OTEL_EXPORTER_OTLP_HEADERS: 'key=a%secret' },
  ])('name the wrong variable, and no header: %o', (wrong) => {
    const read = () => readTelemetrySettings({ ...endpoint, ...wrong });
    expect(read).toThrow(Object.keys(wrong)[0] as string);
    expect(read).not.toThrow('secret');
  });
});
