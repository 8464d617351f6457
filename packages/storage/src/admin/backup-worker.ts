import { workerData } from 'node:worker_threads';
import { openForReading } from '../engines/sqlite/open-for-reading.ts';
import type { CopyOptions } from './backup.ts';

const { from, to } = workerData as CopyOptions;

const source = openForReading(from);
source.prepare('vacuum into ?').run(to);
source.close();
const copy = openForReading(to);
const findings = copy.prepare<[], string>('pragma integrity_check(1)').pluck().all();
copy.close();
if (findings[0] !== 'ok') throw new Error(`the copy is damaged: ${findings[0]}`);
