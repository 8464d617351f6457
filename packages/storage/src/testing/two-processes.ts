import type { Store } from '../engines/store.ts';
import { createAcme } from './sample-rows.ts';
import type { TestEngine } from './test-stores.ts';

export interface TwoProcesses extends AsyncDisposable {
  here: Store;
  there: Store;
}

/** One organization, as two processes see it. */
export async function openTwoProcesses(engine: TestEngine): Promise<TwoProcesses> {
  const opened = await engine.open();
  const here = opened.store;
  const there = await opened.openAnother();
  await here.perform(() => createAcme(here), { changes: true });
  return { here, there, [Symbol.asyncDispose]: () => opened[Symbol.asyncDispose]() };
}
