import { afterEach, expect, it, vi } from 'vitest';
import { openPageBuilds } from './page-builds.ts';

afterEach(() => vi.restoreAllMocks());

it('builds the documentation on the first request, and only once', async () => {
  const buildDocs = vi.fn(async () => '/docs');
  const pages = openPageBuilds({ buildConsole: async () => '/console', buildDocs });
  expect(await pages.consoleFolder).toBe('/console');
  expect(buildDocs).not.toHaveBeenCalled();
  expect(await Promise.all([pages.buildDocs(), pages.buildDocs()])).toEqual(['/docs', '/docs']);
  expect(buildDocs).toHaveBeenCalledTimes(1);
  await pages.stop();
});

it('reports a failed build on stderr, with advice', async () => {
  const said: string[] = [];
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => said.push(`${text}`) > 0);
  const pages = openPageBuilds({
    buildConsole: async () => '/console',
    buildDocs: async () => {
      throw new Error('no room');
    },
  });
  await expect(pages.buildDocs()).rejects.toThrow('no room');
  await pages.stop();
  expect(said).toEqual([
    expect.stringMatching(/the documentation could not be built, so \/docs answers 503; .*no room\n.*apps\/docs\/bundles/s),
  ]);
});

it('ends a running build without an error message', async () => {
  const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const untilAborted = ({ signal }: { signal: AbortSignal }) =>
    new Promise<string>((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('ended'))));
  const pages = openPageBuilds({ buildConsole: untilAborted, buildDocs: untilAborted });
  const building = pages.buildDocs();
  await pages.stop();
  await expect(building).rejects.toThrow('ended');
  expect(said).not.toHaveBeenCalled();
});
