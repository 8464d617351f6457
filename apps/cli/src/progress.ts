/** Tells a person at a terminal how far something is; programs and log files hear nothing of it. */
export interface Progress {
  update(done: number, total: number, label?: string): void;
  end(): void;
}

const silent: Progress = { update: () => {}, end: () => {} };

export async function createProgress(label: string, { json }: { json?: true | undefined }): Promise<Progress> {
  if (json || !process.stderr.isTTY) return silent;
  const { progress } = await import('@clack/prompts');
  const bar = progress({ max: 1000, output: process.stderr });
  let shown = 0;
  bar.start(label);
  return {
    update(done, total, now = label) {
      const part = total === 0 ? 1000 : Math.floor((done / total) * 1000);
      bar.advance(Math.max(0, part - shown), `${now} ${done.toLocaleString('en')} of ${total.toLocaleString('en')}`);
      shown = Math.max(shown, part);
    },
    end: () => bar.stop(label),
  };
}
