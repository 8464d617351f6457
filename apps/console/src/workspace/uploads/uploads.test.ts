import { describe, expect, it, vi } from 'vitest';
import { CallError } from '../../kernel/calls/call.ts';
import type { SendOptions, WrittenFile } from './send-file.ts';
import { createUploads } from './uploads.ts';

const file = (name: string) => ({ file: new File(['x'], name), name });
const written = (name: string) => ({ id: `file_${name}`, name }) as WrittenFile;

/** A line to the gateway, on which a test says how each file fares. */
function openLine() {
  const sent = new Map<string, { options: SendOptions; answer: PromiseWithResolvers<WrittenFile> }>();
  const uploads = createUploads((options) => {
    const answer = Promise.withResolvers<WrittenFile>();
    options.signal.addEventListener('abort', () => answer.reject(options.signal.reason));
    sent.set(options.name, { options, answer });
    return answer.promise;
  });
  const states = () => uploads.list().map(({ name, state }) => `${name} ${state}`);
  return { uploads, sent, states, settle: () => new Promise((done) => setImmediate(done)) };
}

describe('uploads (D61)', () => {
  it('are sent three at a time, in order', async () => {
    const { uploads, sent, states, settle } = openLine();
    uploads.add('org', ['a', 'b', 'c', 'd', 'e'].map(file), { folderId: 'folder_1' });
    expect(states()).toEqual(['a sending', 'b sending', 'c sending', 'd waiting', 'e waiting']);
    sent.get('b')?.options.progress(0.5);
    expect(uploads.list()[1]?.share).toBe(0.5);
    sent.get('b')?.answer.resolve(written('b'));
    await settle();
    expect(states()).toEqual(['a sending', 'b done', 'c sending', 'd sending', 'e waiting']);
    uploads.clear();
    expect(states()).toEqual(['a sending', 'c sending', 'd sending', 'e waiting']);
  });

  it('report why one failed, retry it, and continue with the others', async () => {
    const { uploads, sent, states, settle } = openLine();
    uploads.add('org', ['a', 'b', 'c', 'd'].map(file), {});
    const fault = new CallError('offline', 'no answer');
    sent.get('a')?.answer.reject(fault);
    await settle();
    expect(states()).toEqual(['a failed', 'b sending', 'c sending', 'd sending']);
    const [failed] = uploads.list();
    expect(failed?.error).toBe(fault);
    uploads.retry(failed?.id ?? 0);
    expect(states()[0]).toBe('a waiting');
    sent.get('b')?.answer.resolve(written('b'));
    await settle();
    sent.get('a')?.answer.resolve(written('a'));
    await settle();
    expect(uploads.list()[0]).toMatchObject({ state: 'done', written: { id: 'file_a' }, error: undefined });
    uploads.retry(failed?.id ?? 0);
    expect(states()[0]).toBe('a done');
  });

  it('wait at the limit of calls per minute, and continue automatically', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { uploads, sent, states, settle } = openLine();
    uploads.add('org', ['a', 'b', 'c', 'd'].map(file), {});
    sent.get('a')?.answer.reject(new CallError('rate_limited', 'too many calls', { retryAfterSeconds: 7 }));
    sent.get('b')?.answer.resolve(written('b'));
    await settle();
    expect(states()).toEqual(['a waiting', 'b done', 'c sending', 'd waiting']);
    vi.advanceTimersByTime(6999);
    expect(states()[0]).toBe('a waiting');
    vi.advanceTimersByTime(1);
    expect(states()).toEqual(['a sending', 'b done', 'c sending', 'd sending']);
    vi.useRealTimers();
  });

  it('end when they are cancelled, and make room for the next', async () => {
    const { uploads, sent, states, settle } = openLine();
    uploads.add('org', ['a', 'b', 'c', 'd'].map(file), {});
    uploads.remove(uploads.list()[0]?.id ?? 0);
    expect(sent.get('a')?.options.signal.aborted).toBe(true);
    await settle();
    expect(states()).toEqual(['b sending', 'c sending', 'd sending']);
  });
});
