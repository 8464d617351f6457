import type { Store } from '../engines/store.ts';
import { countLines } from '../kernel/lines.ts';
import type { Op } from '../kernel/ops.ts';
import type { Viewer } from '../query/visibility.ts';
import type { NewActivity } from '../repos/log/logged-call.ts';
import type { MadeBy } from '../repos/workspace/history.ts';
import type { Item } from '../repos/workspace/items.ts';
import type { Task } from '../repos/workspace/tasks.ts';
import { type Attribution, sha256, type VersionDetails } from '../repos/workspace/versions.ts';

/** An organization and its people, as rows that tests start from. */
export const acme = { id: 'org_acme', name: 'Acme', createdAt: 1 };
export const ada: Viewer = { orgId: acme.id, personId: 'person_ada', seesAll: false, limits: null, at: 0 };
export const bob: Viewer = { orgId: acme.id, personId: 'person_bob', seesAll: false, limits: null, at: 0 };
export const owner: Viewer = { orgId: acme.id, personId: 'person_owner', seesAll: true, limits: null, at: 0 };

export const byNobody: Attribution = {
  personId: null,
  agentId: null,
  keyId: null,
  entrance: 'cli',
  sdk: null,
  agentName: null,
  requestId: 'req_1',
  traceId: null,
};

/** A change by nobody at a time. */
export function nobodyAt(at: number): MadeBy {
  return { ...byNobody, at };
}

export function* createAcme(store: Store): Op<void> {
  yield* store.organizations.create(acme);
  for (const [id, role] of [
    ['person_owner', 'owner'],
    ['person_ada', 'member'],
    ['person_bob', 'member'],
  ] as const) {
    yield* store.people.create({ orgId: acme.id, id, email: `${id}@acme.test`, name: id, role, createdAt: 1 });
  }
}

/** A good key of Ada's. */
export const sampleKey = {
  orgId: acme.id,
  agentId: 'agent_1',
  personId: ada.personId,
  name: null,
  prefix: 'gth_00000000',
  access: 'write' as const,
  scopes: ['workspace:read', 'services:read'],
  limits: null,
  search: 'phrase' as const,
  directTools: null,
  createdAt: 5,
  expiresAt: null,
};

/** One whose SHA-256 is `sampleKeyHash(id)`. */
export function* createSampleKey(store: Store, id: string): Op<void> {
  yield* store.keys.create({ ...sampleKey, id, hash: sampleKeyHash(id) });
}

export function sampleKeyHash(id: string): Buffer {
  return sha256(Buffer.from(id));
}

export interface SampleItem extends Partial<Item> {
  id: string;
  body?: string;
}

/** Writes an item with one version, its text and its search entry. */
export function* createSample(store: Store, { id, body = '', ...details }: SampleItem): Op<Item> {
  const item: Item = {
    orgId: acme.id,
    id,
    type: 'doc',
    name: id,
    folderId: null,
    kind: 'text',
    mimeType: 'text/markdown',
    sizeBytes: Buffer.byteLength(body),
    totalLines: 0,
    description: null,
    tags: [],
    isSystem: false,
    isAgentMemory: false,
    versionCount: 0,
    wholeVersion: null,
    lastChange: 'created',
    sha256: Buffer.alloc(0),
    changedBy: null,
    changedByAgent: null,
    changedThrough: 'cli' as const,
    manifest: null,
    reviewedVersion: null,
    reviewCount: 0,
    waitsSince: null,
    searchRow: null,
    createdAt: 1,
    updatedAt: 1,
    deletedAt: null,
    deletedBy: null,
    ...details,
  };
  const saved = yield* appendSample(store, item, body);
  yield* store.items.create(saved);
  return saved;
}

/** Appends a version, and returns the row that the item must then have. The caller writes it. */
export function* appendSample(store: Store, item: Item, body: string, change: Partial<VersionDetails> = {}): Op<Item> {
  const number = item.versionCount + 1;
  const details = {
    orgId: item.orgId,
    itemId: item.id,
    number,
    kind: item.kind,
    mimeType: item.mimeType,
    manifest: item.manifest,
    summary: `to ${number}`,
    at: number,
    attribution: byNobody,
    ...change,
  };
  const appended = yield* store.versions.appendText(details, Buffer.from(body), item.wholeVersion);
  yield* store.contents.putText(item.orgId, item.id, body);
  if (item.searchRow !== null) yield* store.search.remove(item.orgId, item.searchRow);
  const searchRow = yield* store.search.nextRow(item.orgId);
  yield* store.search.put({ orgId: item.orgId, searchRow, name: item.name, tags: item.tags, body: item.type === 'doc' ? body : '' });
  return { ...item, versionCount: number, ...appended, searchRow, sizeBytes: Buffer.byteLength(body), totalLines: countLines(body) };
}

/** The one place where tests write out a task: a new column is added here. */
export function sampleTask(number: number, change: Partial<Task> = {}): Task {
  return {
    orgId: acme.id,
    id: `task_${number}`,
    number,
    title: `task ${number}`,
    status: 'todo',
    assignee: null,
    dueAt: null,
    notes: null,
    source: 'agent',
    versionCount: 1,
    createdAt: 1,
    updatedAt: 1,
    doneAt: null,
    ...change,
  };
}

export function sampleActivity(change: Partial<NewActivity> = {}): NewActivity {
  return {
    at: 1,
    orgId: acme.id,
    personId: null,
    agentId: null,
    keyId: null,
    entrance: 'http',
    sdkName: null,
    sdkVersion: null,
    client: null,
    agentName: null,
    tool: 'whoami',
    itemType: null,
    itemId: null,
    outcome: 'ok',
    reason: null,
    status: 200,
    durationMicros: 5,
    requestId: 'req_1',
    traceId: null,
    argumentBytes: 0,
    resultBytes: 0,
    service: null,
    connectionId: null,
    serviceTool: null,
    serviceMicros: null,
    ...change,
  };
}
