import type { MessagePort } from 'node:worker_threads';
import { parentPort } from 'node:worker_threads';
import type { CheckReply, CheckRequest } from './check-messages.ts';
import { createRecentMap } from './recent-map.ts';
import { patientCheck, type SchemaCheck } from './schema-check.ts';

const mostCompiled = 100;
const compiled = createRecentMap<SchemaCheck | string>(mostCompiled);
const port = parentPort as MessagePort;

function checkOf({ hash, schema }: CheckRequest): SchemaCheck | string | undefined {
  const known = compiled.get(hash);
  if (known !== undefined || schema === undefined) return known;
  const made = patientCheck(JSON.parse(schema));
  compiled.set(hash, made);
  return made;
}

function answer(request: CheckRequest): CheckReply {
  try {
    const check = checkOf(request);
    if (check === undefined) return { state: 'wanted' };
    if (typeof check === 'string') return { state: 'unusable', why: check };
    const given = JSON.parse(request.given);
    tell({ state: 'checking' });
    return { state: 'checked', faults: check(given) };
  } catch (error) {
    if (error instanceof RangeError) return { state: 'unusable', why: 'it is nested too deeply, or refers to itself without end' };
    throw error;
  }
}

function tell(reply: CheckReply): void {
  port.postMessage(reply);
}

port.on('message', (request: CheckRequest) => tell(answer(request)));
tell({ state: 'ready' });
