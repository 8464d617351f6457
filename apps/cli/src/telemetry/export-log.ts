import type { Lease } from '@gatehouse/core';
import { minuteMs } from '@gatehouse/domain';
import type { Activity, ExportedRows, Op, Store } from '@gatehouse/storage';
import { nanosOf, renamedAttributes, scope } from './otlp-values.ts';

export interface LogExportOptions {
  store: Store;
  /** Rejects if the rows were not accepted. */
  send: (request: object) => Promise<void>;
  resource: object;
  lease: Lease;
  clock: () => number;
}

const rowsAtOnce = 500;
/** Age at which rows are final. Rows of refused calls grow for a minute, and another process's clock may be slow. */
const openMs = 2 * minuteMs;

const parts: readonly ExportedRows[] = ['otlp', 'otlp_folded'];

export interface LogExport {
  /** Starts at the log's present end if it was never exported, so that only later rows are sent. */
  begin(): Promise<void>;
  /** Sends all rows since the last run. */
  run(): Promise<void>;
}

/**
 * Exports the activity log from its last position: each row at least once, without gaps (D82). The position is in the database, and
 * advances when the collector has accepted the rows. Keep the object: rows may be committed out of order, and it learns over several runs
 * which rows are settled.
 */
export function createLogExport({ store, send, resource, lease, clock }: LogExportOptions): LogExport {
  const settled = store.activitySums.settled();

  async function exportPart(part: ExportedRows, through: number): Promise<void> {
    for (let isMore = true; isMore && (await lease.hold()); ) {
      const from = await store.read(() => store.exportedLog.position(part));
      if (from === undefined || from >= through) return;
      const { rows, to } = await store.read(() => nextRows(part, from, through));
      if (rows.length > 0) await send(requestOf(rows, resource));
      isMore = to > from && (await change(() => store.exportedLog.moveOn(part, from, to)));
    }
  }

  /** Rows that can be sent, and the last row that they cover. */
  function* nextRows(part: ExportedRows, from: number, through: number): Op<{ rows: Activity[]; to: number }> {
    const found = yield* store.exportedLog.rows(part, from, through, rowsAtOnce);
    const open = part === 'otlp_folded' ? found.findIndex(({ at }) => at > clock() - openMs) : -1;
    const rows = open === -1 ? found : found.slice(0, open);
    const isAll = open === -1 && found.length < rowsAtOnce;
    return { rows, to: isAll ? through : (rows.at(-1)?.id ?? from) };
  }

  const change = <T>(program: () => Op<T>): Promise<T> => store.perform(program, { changes: true });

  return {
    async begin() {
      const newest = (await store.read(() => store.activity.extent()))?.lastId ?? 0;
      for (const part of parts) await change(() => store.exportedLog.moveOn(part, undefined, newest));
    },
    async run() {
      if (!(await lease.hold())) return;
      const through = await store.read(settled);
      for (const part of parts) await exportPart(part, through);
    },
  };
}

function requestOf(rows: readonly Activity[], resource: object): object {
  return { resourceLogs: [{ resource, scopeLogs: [{ scope, logRecords: rows.map(recordOf) }] }] };
}

function recordOf(row: Activity): object {
  const { id, at, traceId, tool, outcome, status } = row;
  const [severityNumber, severityText] = outcome === 'ok' ? [9, 'INFO'] : status >= 500 ? [17, 'ERROR'] : [13, 'WARN'];
  return {
    timeUnixNano: nanosOf(at),
    severityNumber,
    severityText,
    body: { stringValue: `${tool} ${outcome}` },
    attributes: [{ key: 'gatehouse.activity_id', value: { intValue: `${id}` } }, ...renamedAttributes(row, attributeNames)],
    ...(traceId !== null && { traceId }),
  };
}

type NamedColumn = Exclude<keyof Activity, 'id' | 'at' | 'traceId' | 'foldedMinute'>;

/** Names of a row's fields, as in the export of the log. Number, time and trace have separate fields. */
const attributeNames = Object.entries({
  orgId: 'gatehouse.org_id',
  personId: 'gatehouse.person_id',
  agentId: 'gatehouse.agent_id',
  keyId: 'gatehouse.key_id',
  entrance: 'gatehouse.entrance',
  sdkName: 'gatehouse.sdk_name',
  sdkVersion: 'gatehouse.sdk_version',
  client: 'gatehouse.client',
  agentName: 'gatehouse.agent_name',
  tool: 'gatehouse.tool',
  itemType: 'gatehouse.item_type',
  itemId: 'gatehouse.item_id',
  outcome: 'gatehouse.outcome',
  reason: 'gatehouse.reason',
  status: 'gatehouse.status',
  durationMicros: 'gatehouse.duration_micros',
  requestId: 'gatehouse.request_id',
  argumentBytes: 'gatehouse.argument_bytes',
  resultBytes: 'gatehouse.result_bytes',
  count: 'gatehouse.count',
  service: 'gatehouse.service',
  connectionId: 'gatehouse.connection_id',
  serviceTool: 'gatehouse.service_tool',
  serviceMicros: 'gatehouse.service_micros',
} satisfies Record<NamedColumn, string>) as [NamedColumn, string][];
