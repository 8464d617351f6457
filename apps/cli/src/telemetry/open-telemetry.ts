import { hostname } from 'node:os';
import { type CallTracing, createLease, newId } from '@gatehouse/core';
import type { Metrics } from '@gatehouse/http';
import type { Store } from '@gatehouse/storage';
import type { Logger } from '../configuration/logger.ts';
import { version } from '../version.ts';
import { createLogExport } from './export-log.ts';
import { metricsRequest } from './metric-values.ts';
import { createOtlpSender } from './otlp-sender.ts';
import { attributesOf } from './otlp-values.ts';
import type { TelemetrySettings } from './telemetry-settings.ts';
import { createTracedCalls } from './trace-calls.ts';

export interface Telemetry {
  /** Undefined if tracing is off. */
  tracing: CallTracing | undefined;
  /** Starts sending. */
  begin(sources: { store: Store; metrics: Pick<Metrics, 'read'>; logger: Logger; clock: () => number }): Promise<void>;
  /** Sends the rest once, and ends. */
  end(): Promise<void>;
}

const tracesEveryMs = 2000;
const logsEveryMs = 1000;
/** Maximum wait between attempts. It doubles while the collector accepts nothing. */
const longestWaitMs = 30_000;

export function openTelemetry(settings: TelemetrySettings): Telemetry {
  const { signals, metricsEveryMs } = settings;
  const send = createOtlpSender(settings);
  const startedAt = Date.now();
  const instance = `${hostname()}-${process.pid}`;
  const resource = {
    attributes: attributesOf({ 'service.version': version, 'service.instance.id': instance, ...settings.resource }),
  };
  const traced = signals.traces ? createTracedCalls() : undefined;
  const stop = new AbortController();
  const ends: (() => Promise<void>)[] = [];

  return {
    tracing: traced,
    async begin({ store, metrics, logger, clock }) {
      const report = (what: string) => (error: unknown) => logger.fault(`${what} could not be sent to the collector`, error);
      if (traced) {
        const sendTraces = async () => {
          const request = traced.take(resource);
          if (request) await send('traces', request);
        };
        ends.push(repeat(sendTraces, tracesEveryMs, report('traces'), { isLast: true }));
      }
      if (signals.metrics) {
        const sendMetrics = async () => await send('metrics', metricsRequest(await metrics.read(), resource, startedAt, Date.now()));
        ends.push(repeat(sendMetrics, metricsEveryMs, report('metrics'), { isLast: true }));
      }
      if (signals.logs) {
        const lease = createLease({ store, name: 'otlp', holder: newId('req', clock()), clock });
        const sendLog = createLogExport({ store, send: (request) => send('logs', request, stop.signal), resource, lease, clock });
        await sendLog.begin();
        const end = repeat(sendLog.run, logsEveryMs, report('the activity log'), { isLast: false });
        ends.push(async () => {
          await end();
          await lease.release();
        });
      }
    },
    async end() {
      // Rows that were not accepted are sent after the next start.
      stop.abort();
      await Promise.all(ends.map((end) => end()));
    },
  };
}

/** Repeats the work, less often after failures, and optionally once more at the end. Returns a function that ends it. */
function repeat(
  work: () => Promise<void>,
  everyMs: number,
  report: (error: unknown) => void,
  { isLast }: { isLast: boolean },
): () => Promise<void> {
  let [wait, isOver] = [everyMs, false];
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  const run = async () => {
    try {
      await work();
      wait = everyMs;
    } catch (error) {
      wait = Math.max(everyMs, Math.min(wait * 2, longestWaitMs));
      if (!isOver || isLast) report(error);
    }
    if (!isOver) plan();
  };
  const plan = () => {
    timer = setTimeout(() => (running = run()), wait).unref();
  };
  plan();
  return async () => {
    isOver = true;
    clearTimeout(timer);
    await running;
    if (isLast) await run();
  };
}
