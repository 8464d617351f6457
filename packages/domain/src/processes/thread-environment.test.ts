import { once } from 'node:events';
import { getCompileCacheDir } from 'node:module';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';
import { threadEnvironment } from './thread-environment.ts';

const script = `
  const { parentPort } = require('node:worker_threads');
  parentPort.postMessage([Object.keys(process.env), require('node:module').getCompileCacheDir()]);
`;

it('a thread gets no environment variable except the compile cache of this process', async () => {
  expect(getCompileCacheDir()).toEqual(expect.any(String));
  const worker = new Worker(script, { eval: true, env: threadEnvironment(), execArgv: [] });
  const ended = once(worker, 'exit');
  const [[names, folder]] = await once(worker, 'message');
  // Within it, each set of V8's flags has a folder of its own, and a test before this one may have set some.
  expect([names, path.dirname(folder)]).toEqual([['NODE_COMPILE_CACHE'], path.dirname(getCompileCacheDir() ?? '')]);
  await ended;
});
