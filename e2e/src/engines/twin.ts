import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Answer, allTools, type Credential, createGateway, createRegistry } from '@gatehouse/core';
import { idPrefixes } from '@gatehouse/domain';
import type { Store } from '@gatehouse/storage';
import { callGateway } from '../kit/call-gateway.ts';
import type { StorageEngine } from '../kit/engines.ts';

/** A gateway whose answers can be compared with those of another: random values are replaced by labels. */
export interface Twin extends AsyncDisposable {
  store: Store;
  faults: unknown[];
  /** The answer with labels for identifiers and keys, in the order in which they first appeared. */
  call(credential: Credential, tool: string, input: unknown): Promise<unknown>;
  /** Returns the value of a label in this gateway. */
  resolve(label: string): string;
}

export interface Clock {
  now: number;
}

export async function openTwin(engine: StorageEngine, clock: Clock, callsPerMinute: number): Promise<Twin> {
  const folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-twin-'));
  const store = await engine.open(folder);
  const faults: unknown[] = [];
  const gateway = createGateway({
    store,
    registry: createRegistry(allTools),
    settings: { baseUrl: 'http://gatehouse.test', consoleUrl: 'http://gatehouse.test', secret: Buffer.alloc(32, 7), callsPerMinute },
    clock: () => clock.now,
    report: (error) => faults.push(error.cause ?? error),
  });
  const labels = createLabels();
  return {
    store,
    faults,
    resolve: labels.resolve,
    async call(credential, tool, input) {
      return comparable(await callGateway(gateway, { tool, credential, input }), labels);
    },
    async [Symbol.asyncDispose]() {
      await store.close();
      rmSync(folder, { recursive: true });
    },
  };
}

type Labels = ReturnType<typeof createLabels>;

function comparable(answer: Answer, labels: Labels): unknown {
  if (!answer.ok) {
    const { code, reason, message } = answer.error;
    return { code, reason, message: labels.in(message), rate: answer.rate };
  }
  return { value: labelled(JSON.parse(answer.json), labels), rate: answer.rate };
}

/** Fields whose values depend on the time of a run, on transactions in progress, such as the indexing of an item, or on the engine's own numbers. */
const incomparable = new Set(['durationMicros', 'downloadUrl', 'requestId', 'nextSince', 'nextUpdatedSince']);

function labelled(value: unknown, labels: Labels, name = ''): unknown {
  if (typeof value === 'string') return name.endsWith('ursor') ? labels.of('cursor', value) : labels.in(value);
  if (Array.isArray(value)) return value.map((item) => labelled(item, labels));
  if (typeof value !== 'object' || value === null) return value;
  const shown = Object.entries(value).filter(([field]) => !incomparable.has(field) && !isOfTheRun(value, field));
  return Object.fromEntries(shown.map(([field, item]) => [field, labelled(item, labels, field)]));
}

/**
 * True for values that differ between runs. Numbers of activity rows have gaps on Postgres, because a folded refusal uses a number. The
 * size of a list of rows depends on its durations.
 */
function isOfTheRun(value: object, field: string): boolean {
  if (!('durationMicros' in value && 'tool' in value)) return false;
  return field === 'id' || (field === 'resultBytes' && value.tool === 'list_activity');
}

const random = new RegExp(`\\b(${idPrefixes.join('|')})_[0-9a-z]{26}\\b|\\bgth_\\w+`, 'g');

function createLabels() {
  const labelOf = new Map<string, string>();
  const textOf = new Map<string, string>();
  const counts = new Map<string, number>();
  const label = (kind: string, text: string): string => {
    const known = labelOf.get(text);
    if (known) return known;
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    const fresh = `<${kind} ${count}>`;
    labelOf.set(text, fresh);
    textOf.set(fresh, text);
    return fresh;
  };
  return {
    of: label,
    in: (text: string) =>
      text.replaceAll(random, (found, kind?: string) => label(kind ?? (found.length === 12 ? 'prefix' : 'secret'), found)),
    resolve: (text: string) => textOf.get(text) ?? text,
  };
}
