import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { givenEngine } from '../kit/engines.ts';
import { until } from '../kit/until.ts';
import type { Loose } from '../kit/world.ts';
import { type ServerProcess, startServer, verify } from '../processes/server.ts';
import { attributesIn, openCollector, recordsIn, spansIn } from './collector.ts';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';

async function call(server: ServerProcess, key: string, tool: string, input: object, headers: Record<string, string> = {}) {
  return await fetch(`${server.url}/v1/tools/${tool}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(input),
  });
}

async function environmentOf(folder: string, endpoint: string): Promise<Record<string, string>> {
  return {
    ...(await givenEngine.environment(folder)),
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    OTEL_EXPORTER_OTLP_HEADERS: 'api-key=a%20secret',
    OTEL_EXPORTER_OTLP_TIMEOUT: '300',
    OTEL_METRIC_EXPORT_INTERVAL: '200',
    OTEL_SERVICE_NAME: 'gate',
  };
}

describe('telemetry over OTLP (D82)', () => {
  it("sends calls as spans of their caller's trace, metrics, and the log", async () => {
    using folder = mkdtempDisposableSync(path.join(tmpdir(), 'gatehouse-telemetry-'));
    await using collector = await openCollector();
    const environment = await environmentOf(folder.path, collector.url);
    const server = await startServer(folder.path, environment);
    const key = server.quickstartKey as string;
    const { docId } = (await (await call(server, key, 'create_doc', { title: 'Secret plan' })).json()) as Loose;
    await call(server, key, 'read_doc', { docId }, { traceparent: `00-${traceId}-00f067aa0ba902b7-01` });
    await call(server, key, 'read_doc', { docId: 'doc_none' }, { traceparent: `00-${traceId}-00f067aa0ba902b7-00` });
    await until('spans, records and metrics have come', () => {
      const tools = recordsIn(collector).map((record) => attributesIn(record)['gatehouse.tool']);
      const isTraced = spansIn(collector).some(({ name }) => name === 'read_doc');
      return tools.filter((tool) => tool === 'read_doc').length === 2 && isTraced && metricOf(collector) !== undefined;
    });
    const spans = spansIn(collector);
    const [read] = spans.filter(({ name }) => name === 'read_doc');
    expect(read).toMatchObject({ traceId, parentSpanId: '00f067aa0ba902b7', kind: 2 });
    expect(attributesIn(read)).toMatchObject({ 'gatehouse.outcome': 'ok', 'gatehouse.entrance': 'http' });
    expect(spans.filter(({ parentSpanId }) => parentSpanId === read.spanId)).toMatchObject([{ traceId, name: 'store', kind: 1 }]);
    // Its caller asked not to be traced.
    expect(spans.filter(({ name }) => name === 'read_doc')).toHaveLength(1);
    const created = spans.find(({ name }) => name === 'create_doc');
    const record = recordsIn(collector).find((one) => attributesIn(one)['gatehouse.tool'] === 'create_doc');
    expect(record).toMatchObject({ traceId: created.traceId, severityText: 'INFO', body: { stringValue: 'create_doc ok' } });
    expect(attributesIn(record)).toMatchObject({
      'gatehouse.item_id': docId,
      'gatehouse.request_id': attributesIn(created)['gatehouse.request_id'],
    });
    expect(JSON.stringify(collector.taken)).not.toContain('Secret plan');
    expect(JSON.stringify(collector.taken)).not.toContain(key);
    expect(collector.headers.every((headers) => headers['api-key'] === 'a secret')).toBe(true);
    expect(attributesIn(collector.taken.logs[0].resourceLogs[0].resource)['service.name']).toBe('gate');
    await server.stop();
  });

  it('leaves no gap in the log and sends each row, for any fault of the collector and any number of kills', async () => {
    using folder = mkdtempDisposableSync(path.join(tmpdir(), 'gatehouse-telemetry-'));
    await using collector = await openCollector();
    const environment = await environmentOf(folder.path, collector.url);
    let server = await startServer(folder.path, environment);
    const key = server.quickstartKey as string;
    const answered: string[] = [];
    const work = async () => {
      for (let index = 0; index < 15; index++) {
        const response = await call(server, key, index % 3 === 0 ? 'create_task' : 'whoami', index % 3 === 0 ? { title: 'A task' } : {});
        answered.push(response.headers.get('x-request-id') as string);
        await response.body?.cancel();
      }
    };
    await work();
    await until('the first rows have come', () => recordsIn(collector).length > 0);
    const behaviours: (typeof collector.behave)[] = [
      // Never answers.
      (signal) => signal === 'logs',
      (signal, response) => signal === 'logs' && Boolean(response.writeHead(503).end()),
      (signal, response) => signal === 'logs' && Boolean(response.writeHead(400).end()),
      (signal, response) => signal === 'logs' && Boolean(response.writeHead(302, { Location: 'http://127.0.0.9/' }).end()),
      (signal, response) => signal === 'logs' && Boolean(response.end('{"partialSuccess":{"rejectedLogRecords":"1"}}')),
      (signal, response) => signal === 'logs' && (collector.asked.logs as number) % 2 === 0 && Boolean(response.destroy()),
    ];
    for (const behave of behaviours) {
      collector.behave = behave;
      const asked = collector.asked.logs as number;
      await work();
      await until('it was sent something', () => (collector.asked.logs as number) > asked);
      await server.kill();
      await givenEngine.change(folder.path, 'delete from leases');
      server = await startServer(folder.path, environment);
    }
    collector.behave = () => false;
    const missing = async () => {
      const ids = new Set(recordsIn(collector).map((record) => Number(attributesIn(record)['gatehouse.activity_id'])));
      const rows = await givenEngine.query(folder.path, 'select id from activity where folded_minute is null order by id');
      return rows.map(({ id }) => Number(id)).filter((id) => id >= Math.min(...ids) && !ids.has(id));
    };
    await until('every row has come', async () => (await missing()).length === 0);
    const sent = new Set(recordsIn(collector).map((record) => attributesIn(record)['gatehouse.request_id']));
    expect(answered.filter((requestId) => !sent.has(requestId))).toEqual([]);
    await server.stop();
    expect(answered.length).toBe(105);
    expect(await verify(folder.path, await givenEngine.environment(folder.path))).toMatchObject({ ok: true });
  });
});

function metricOf({ taken }: { taken: { metrics: Loose[] } }): Loose {
  const metrics = taken.metrics.flatMap(({ resourceMetrics }) => resourceMetrics[0].scopeMetrics[0].metrics);
  return metrics.find(({ name, sum }) => name === 'gatehouse_calls_total' && sum.dataPoints.length > 0);
}
