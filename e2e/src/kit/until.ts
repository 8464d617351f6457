import { setTimeout as pause } from 'node:timers/promises';

const patienceMs = 120_000;

/** Polls until the condition is true. Rejects with the description after two minutes. */
export async function until(what: string, isSo: () => boolean | Promise<boolean>): Promise<void> {
  const givenUp = performance.now() + patienceMs;
  while (!(await isSo())) {
    if (performance.now() > givenUp) throw new Error(`waited ${patienceMs / 1000} s in vain until ${what}`);
    await pause(20);
  }
}
