import { readFileSync } from 'node:fs';

/** Whether there is a process of this number. One that has ended and that its parent has not yet taken note of is none. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0) && !isZombie(pid);
  } catch {
    return false;
  }
}

function isZombie(pid: number): boolean {
  return process.platform === 'linux' && /\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
}
