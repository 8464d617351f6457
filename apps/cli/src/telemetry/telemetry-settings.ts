import { minuteMs } from '@gatehouse/domain';
import { UsageError } from '../kernel/faults.ts';

/** The endpoints for telemetry, from OpenTelemetry's variables (D82). */
export interface TelemetrySettings {
  endpoint: string;
  headers: Record<string, string>;
  /** Time limit of one request. Milliseconds. */
  timeoutMs: number;
  metricsEveryMs: number;
  /** Attributes of the resource that all telemetry describes. */
  resource: Record<string, string>;
  signals: Record<'traces' | 'metrics' | 'logs', boolean>;
}

const variable = {
  endpoint: 'OTEL_EXPORTER_OTLP_ENDPOINT',
  headers: 'OTEL_EXPORTER_OTLP_HEADERS',
  timeout: 'OTEL_EXPORTER_OTLP_TIMEOUT',
  protocol: 'OTEL_EXPORTER_OTLP_PROTOCOL',
  interval: 'OTEL_METRIC_EXPORT_INTERVAL',
  name: 'OTEL_SERVICE_NAME',
  attributes: 'OTEL_RESOURCE_ATTRIBUTES',
} as const;

/** Undefined if no endpoint is set or OTEL_SDK_DISABLED is `true`. Throws a UsageError that names a wrong variable. */
export function readTelemetrySettings(environment: NodeJS.ProcessEnv): TelemetrySettings | undefined {
  const given = (name: string) => environment[name]?.trim() || undefined;
  const endpoint = given(variable.endpoint);
  if (endpoint === undefined || given('OTEL_SDK_DISABLED')?.toLowerCase() === 'true') return undefined;
  if (!/^https?:$/.test(URL.parse(endpoint)?.protocol ?? ''))
    throw new UsageError(`${variable.endpoint} must be an http or https address, such as http://localhost:4318`);
  if (URL.parse(endpoint)?.username || URL.parse(endpoint)?.password)
    throw new UsageError(`${variable.endpoint} must not contain a user or password; use ${variable.headers}=authorization=Basic%20…`);
  const protocol = given(variable.protocol);
  if (protocol !== undefined && protocol !== 'http/json')
    throw new UsageError(`${variable.protocol} must be http/json, not ${JSON.stringify(protocol)}: collectors accept it on port 4318`);
  const isOn = (signal: string) => {
    const exporter = given(`OTEL_${signal}_EXPORTER`) ?? 'otlp';
    if (exporter !== 'otlp' && exporter !== 'none') throw new UsageError(`OTEL_${signal}_EXPORTER must be otlp or none, not ${exporter}`);
    return exporter === 'otlp';
  };
  return {
    endpoint: endpoint.replace(/(?<!\/)\/+$/, ''),
    headers: pairsOf(variable.headers, given(variable.headers)),
    timeoutMs: millisecondsOf(variable.timeout, given(variable.timeout), 10_000),
    metricsEveryMs: millisecondsOf(variable.interval, given(variable.interval), minuteMs),
    resource: { ...pairsOf(variable.attributes, given(variable.attributes)), 'service.name': given(variable.name) ?? 'gatehouse' },
    signals: { traces: isOn('TRACES'), metrics: isOn('METRICS'), logs: isOn('LOGS') },
  };
}

/**
 * Reads `name=value` pairs, separated by commas, with percent-encoded values. A malformed value is not repeated, because it may be a
 * secret.
 */
function pairsOf(name: string, text = ''): Record<string, string> {
  const pairs = text.split(',').filter((part) => part.trim() !== '');
  return Object.fromEntries(
    pairs.map((pair) => {
      const [key = '', ...value] = pair.split('=');
      if (key.trim() === '' || value.length === 0) throw new UsageError(`${name} must have the form name=value,name=value`);
      return [key.trim(), decoded(name, value.join('=').trim())];
    }),
  );
}

function decoded(name: string, text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new UsageError(`${name} has a value that is not correctly percent-encoded`);
  }
}

function millisecondsOf(name: string, text: string | undefined, standard: number): number {
  if (text === undefined) return standard;
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new UsageError(`${name} must be a number of milliseconds, not ${JSON.stringify(text)}`);
  return Number(text);
}
