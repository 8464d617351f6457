import { once } from 'node:events';
import { getCompileCacheDir } from 'node:module';
import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';
import { threadEnvironment } from './thread-environment.ts';

const script = `
  const { parentPort } = require('node:worker_threads');
  parentPort.postMessage([Object.keys(process.env), require('node:module').getCompileCacheDir()]);
`;

it('a thread is given nothing of the environment, and finds what this process has compiled', async () => {
  expect(getCompileCacheDir()).toEqual(expect.any(String));
  const worker = new Worker(script, { eval: true, env: threadEnvironment(), execArgv: [] });
  const [found] = await once(worker, 'message');
  expect(found).toEqual([['NODE_COMPILE_CACHE'], getCompileCacheDir()]);
  await once(worker, 'exit');
});
