import { watchDisk } from './disk-steps.ts';

/** Loaded before a command that must kill itself at a given step of its disk changes. */
const { KILL_BELOW: target = '', KILL_AT_STEP: step } = process.env;
let left = Number(step);
watchDisk(target, (half) => {
  if (--left !== 0) return;
  half?.();
  process.kill(process.pid, 'SIGKILL');
});
