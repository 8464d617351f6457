import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { Counts, Target } from './attack.ts';

export interface Attacker {
  /** Counts of a moment ago. */
  readonly counts: Counts;
  stop(): Promise<void>;
}

/** Starts an attack in a process of its own. */
export function startAttacker(name: string, target: Target): Attacker {
  const child = fork(path.join(import.meta.dirname, 'attacker-process.ts'), [name, JSON.stringify(target)]);
  const ended = once(child, 'exit');
  let counts: Counts = {};
  child.on('message', (told) => (counts = told as Counts));
  return {
    get counts() {
      return counts;
    },
    async stop() {
      if (child.exitCode !== null) throw new Error(`the attacker ended by itself, with ${child.exitCode}`);
      child.send('stop');
      await ended;
    },
  };
}
