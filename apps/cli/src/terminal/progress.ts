/** Reports progress. */
export type Tell = (done: number, total: number, label?: string) => void;

/** Shows a person at a terminal the progress of `run`. Programs and log files get no output. */
export async function withProgress<Value>(
  label: string,
  { json }: { json?: true | undefined },
  run: (tell: Tell) => Promise<Value>,
): Promise<Value> {
  if (json || !process.stderr.isTTY) return await run(() => {});
  const { progress } = await import('@clack/prompts');
  const bar = progress({ max: 1000, output: process.stderr });
  let shown = 0;
  // The bar handles Ctrl-C as a key, and would end the process with exit code 0, as if it had succeeded.
  const fail = () => {
    process.exitCode = 130;
  };
  process.once('exit', fail);
  bar.start(label);
  try {
    return await run((done, total, now = label) => {
      const part = total === 0 ? 1000 : Math.floor((done / total) * 1000);
      bar.advance(Math.max(0, part - shown), `${now} ${done.toLocaleString('en')} of ${total.toLocaleString('en')}`);
      shown = Math.max(shown, part);
    });
  } finally {
    process.off('exit', fail);
    // A running bar would keep the process alive after a failure.
    bar.stop(label);
  }
}
