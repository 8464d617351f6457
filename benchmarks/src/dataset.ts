import { existsSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { Credential } from '@gatehouse/core';
import { type NewActivity, openSqlite, type Store } from '@gatehouse/storage';
import { ask, gatewayOn } from './gateway-calls.ts';
import { progress } from './report.ts';

export interface Dataset {
  file: string;
  /** The owner of the organization. */
  owner: Credential;
  docIds: string[];
  /** Documents with a known sentence for edits, apart from those that are read. */
  editIds: string[];
  longDocId: string;
  keys: string[];
}

export interface DatasetSize {
  documents: number;
  activityRows: number;
  keys: number;
  /** Versions of each document, including its creation. Default 1. */
  versions?: number;
  /** Number of days over which the rows of the log are spread. By default, all rows have the current time. */
  activityDays?: number;
}

const inFlight = 64;

/** Makes an organization of this size by the gateway's own tools, and writes its activity rows straight into the log. */
export async function makeDataset(folder: string, size: DatasetSize): Promise<Dataset> {
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, `${size.documents}-${size.activityRows}.db`);
  for (const suffix of ['', '-wal', '-shm']) if (existsSync(file + suffix)) rmSync(file + suffix);
  // Otherwise, the remaining indexing would run during the first measured calls.
  const store = openSqlite({ file, indexing: 'at once' });
  const call = caller(store);
  const { orgId, ownerId } = (await call({ type: 'operator' }, 'create_organization', {
    name: 'Bench',
    ownerEmail: 'bench@example.com',
  })) as {
    orgId: string;
    ownerId: string;
  };
  const person: Credential = { type: 'person', orgId, personId: ownerId };
  const keys = await makeMany('keys', size.keys, keyMaker(call, person));
  const made = await makeMany('documents', size.documents, async (index) => {
    const { docId } = (await call(person, 'create_doc', { title: title(index), bodyMarkdown: body(index) })) as { docId: string };
    return docId;
  });
  const { docId: longDocId } = (await call(person, 'create_doc', { title: 'Long', bodyMarkdown: longBody() })) as { docId: string };
  for (let version = 2; version <= (size.versions ?? 1); version++) {
    await makeMany(`versions ${version}`, made.length, async (index) => {
      const docId = made[index] as string;
      await call(person, 'append_doc', { docId, text: `${word(index + version)} ${word(index * version)} ${version}\n` });
      return docId;
    });
  }
  await fillActivity(store, orgId, size);
  await store.close();
  const editCount = Math.min(200, Math.floor(made.length / 4));
  return { file, owner: person, docIds: made.slice(editCount), editIds: made.slice(0, editCount), longDocId, keys };
}

type Caller = (credential: Credential, tool: string, input: unknown) => Promise<unknown>;

function caller(store: Store): Caller {
  const gateway = gatewayOn(store);
  return (credential, tool, input) => ask(gateway, credential, tool, input);
}

function keyMaker(call: Caller, person: Credential): () => Promise<string> {
  let agent: Promise<{ id: string }> | undefined;
  return async () => {
    agent ??= call(person, 'create_agent', { name: 'bench' }) as Promise<{ id: string }>;
    const { key } = (await call(person, 'create_key', { agentId: (await agent).id, access: 'write' })) as { key: string };
    return key;
  };
}

async function makeMany(what: string, count: number, make: (index: number) => Promise<string>): Promise<string[]> {
  const made: string[] = [];
  for (let from = 0; from < count; from += inFlight) {
    made.push(...(await Promise.all(Array.from({ length: Math.min(inFlight, count - from) }, (_, offset) => make(from + offset)))));
    progress(what, made.length, count);
  }
  return made;
}

async function fillActivity(store: Store, orgId: string, { activityRows: count, activityDays = 0 }: DatasetSize): Promise<void> {
  const now = Date.now();
  const stepMs = (activityDays * 24 * 60 * 60_000) / Math.max(1, count);
  const row: NewActivity = {
    at: now,
    orgId,
    personId: 'person_filler',
    agentId: 'agent_filler',
    keyId: 'key_filler',
    entrance: 'http',
    sdkName: 'curl',
    sdkVersion: '8.0',
    client: null,
    agentName: null,
    tool: 'read_doc',
    itemType: 'doc',
    itemId: 'doc_filler',
    outcome: 'ok',
    reason: null,
    status: 200,
    durationMicros: 50,
    requestId: 'req_filler',
    traceId: null,
    argumentBytes: 40,
    resultBytes: 2000,
    service: null,
    connectionId: null,
    serviceTool: null,
    serviceMicros: null,
  };
  const part = 5000;
  for (let done = 0; done < count; done += part) {
    await store.perform(
      function* () {
        for (let index = done; index < done + part; index++)
          yield* store.activity.record({ ...row, at: Math.floor(now - (count - index) * stepMs) });
      },
      { changes: true },
    );
    progress('activity rows', done + part, count);
  }
}

const words =
  'gateway document folder version search limit key agent person task skill file line text edit change entrance log call answer error reason storage engine commit savepoint index phrase title body note plan goal review report customer invoice release meeting decision budget market team roadmap metric survey'.split(
    ' ',
  );

/** A repeatable choice: the same document every time it is made. */
function pick(seed: number): number {
  let state = (seed + 1) * 0x9e3779b1;
  state = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
  state = Math.imul(state ^ (state >>> 13), 0xc2b2ae35);
  return (state ^ (state >>> 16)) >>> 0;
}

/** Common words are common: a third of the text comes from the first few. */
function word(seed: number): string {
  const choice = pick(seed);
  const span = choice % 3 === 0 ? 6 : words.length;
  return words[Math.floor(choice / 3) % span] as string;
}

function title(index: number): string {
  return `${word(index * 7)} ${word(index * 7 + 1)} ${index}`;
}

/** About 1.8 KB, with one word no other document has. */
function body(index: number): string {
  const lines = [`# ${title(index)}`, '', `The unique mark is mark${index}x.`, 'counter: 0 end'];
  for (let line = 0; line < 24; line++) lines.push(Array.from({ length: 11 }, (_, at) => word(index * 1000 + line * 20 + at)).join(' '));
  return `${lines.join('\n')}\n`;
}

/** One document of 1 MB for find_text. */
function longBody(): string {
  let text = '';
  for (let line = 0; text.length < 1_000_000; line++)
    text += `${line} ${Array.from({ length: 12 }, (_, at) => word(line * 20 + at)).join(' ')}\n`;
  return `${text.slice(0, 1_000_000)}\nneedle in the haystack\n`;
}
