import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readConfiguration } from './configuration.ts';
import { findRunningGateway, noteGateway } from './running-gateway.ts';

let data: string;
beforeEach(() => {
  data = mkdtempSync(path.join(tmpdir(), 'gatehouse-running-'));
});
afterEach(() => rmSync(data, { recursive: true }));

const url = 'http://127.0.0.1:8700';
const noteOurs = () => noteGateway(readConfiguration({ data }, {}), url);

function change(more: object): void {
  const file = path.join(data, 'running.json');
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), ...more }));
}

it('finds the running gateway until it removes its note', () => {
  const takeBack = noteOurs();
  expect(findRunningGateway(data)).toMatchObject({ processId: process.pid, url });
  takeBack();
  expect(findRunningGateway(data)).toBeUndefined();
});

it('finds none if another process now has the number in the note', () => {
  noteOurs();
  change({ processStarted: 'at another time' });
  expect(findRunningGateway(data)).toBeUndefined();
});

it('checks only the process number in a note of an older gateway', () => {
  noteOurs();
  change({ processStarted: undefined });
  expect(findRunningGateway(data)).toMatchObject({ url });
  change({ processId: 2 ** 30 });
  expect(findRunningGateway(data)).toBeUndefined();
});
