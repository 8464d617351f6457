import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, rmdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A separate disk that can be full without affecting other programs. */
export interface SmallDisk extends Disposable {
  folder: string;
  /** Takes all room, including room that is freed later, until it is released. */
  fill(): void;
  free(): void;
}

/** Reason why this machine cannot have one. Undefined if it can. */
export function smallDiskMissing(): string | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'only root on Linux can mount a small disk';
  try {
    mountSmallDisk(1)[Symbol.dispose]();
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

export function mountSmallDisk(megabytes: number): SmallDisk {
  const folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-disk-'));
  run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0755`, 'gatehouse-test', folder]);
  const filler = path.join(folder, 'filler');
  let filling: NodeJS.Timeout | undefined;
  return {
    folder,
    fill() {
      takeAll(filler);
      filling = setInterval(takeAll, 20, filler);
    },
    free() {
      clearInterval(filling);
      rmSync(filler, { force: true });
    },
    [Symbol.dispose]() {
      clearInterval(filling);
      // A process with an open file there, such as an ending server, keeps the disk until it closes the file.
      run('umount', ['-l', folder]);
      rmdirSync(folder);
    },
  };
}

/** Down to the last block. */
function takeAll(filler: string): void {
  for (let bytes = 1024 ** 2; bytes >= 4096; ) {
    try {
      appendFileSync(filler, Buffer.alloc(bytes));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      bytes /= 4;
    }
  }
}

function run(command: string, args: string[]): void {
  const { status, stderr, error } = spawnSync(command, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} cannot be run here: ${error?.message ?? stderr.trim()}`);
}
