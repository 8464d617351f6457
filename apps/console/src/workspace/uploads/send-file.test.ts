import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Told } from '../../kernel/words/told.ts';
import { mostBytes, sendFile } from './send-file.ts';

/** The request of a browser; a test answers it. */
class Request {
  static last: Request | undefined;
  upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
  onload?: () => void;
  onerror?: () => void;
  status = 0;
  response: unknown = null;
  aborted = false;
  body: Record<string, unknown> = {};
  path = '';
  open(_method: string, path: string): void {
    this.path = path;
  }
  setRequestHeader(): void {}
  getResponseHeader(name: string): string | null {
    return name === 'Retry-After' ? '7' : null;
  }
  send(body: string): void {
    this.body = JSON.parse(body);
    Request.last = this;
  }
  abort(): void {
    this.aborted = true;
  }
  answer(status: number, response: unknown): void {
    Object.assign(this, { status, response });
    this.onload?.();
  }
}

/** Reads a chosen file, as browsers do. */
class Reader {
  result = '';
  onload?: () => void;
  async readAsDataURL(chosen: File): Promise<void> {
    this.result = `data:;base64,${Buffer.from(await chosen.arrayBuffer()).toString('base64')}`;
    this.onload?.();
  }
}

const file = (type = '') => new File(['text'], 'plan.txt', { type });
const toOrg = { orgId: 'org_1', name: 'plan.txt', progress: () => {}, signal: new AbortController().signal };

/** Sends a file, and resolves when the request is under way. */
async function begin(given: Partial<Parameters<typeof sendFile>[0]> = {}) {
  const sent = sendFile({ ...toOrg, file: file(), target: {}, ...given });
  sent.catch(() => {});
  const request = await vi.waitFor(() => Request.last ?? Promise.reject(new Error('not sent yet')));
  return { sent, request };
}

beforeEach(() => {
  vi.stubGlobal('XMLHttpRequest', Request);
  vi.stubGlobal('FileReader', Reader);
});
afterEach(() => {
  Request.last = undefined;
  vi.unstubAllGlobals();
});

describe('sendFile (D61)', () => {
  it('sends a new file with its name, or a new version without one, and reports progress', async () => {
    const shares: number[] = [];
    const { sent, request } = await begin({
      file: file('text/plain'),
      target: { folderId: 'folder_1' },
      progress: (share) => shares.push(share),
    });
    expect(request.path).toBe('/app/api/org_1/tools/write_file');
    const contentBase64 = Buffer.from('text').toString('base64');
    expect(request.body).toEqual({ folderId: 'folder_1', name: 'plan.txt', mimeType: 'text/plain', contentBase64 });
    request.upload.onprogress?.({ loaded: 1, total: 4 });
    request.upload.onprogress?.({ loaded: 0, total: 0 });
    request.answer(200, { id: 'file_1' });
    expect([await sent, shares]).toEqual([{ id: 'file_1' }, [0.25, 0]]);
    Request.last = undefined;
    const version = await begin({ target: { fileId: 'file_1' } });
    expect(version.request.body).toEqual({ fileId: 'file_1', contentBase64 });
  });

  it('rejects with the reason for a refusal, or if no answer comes', async () => {
    const refused = await begin();
    refused.request.answer(429, { error: { code: 'rate_limited', message: 'wait' } });
    await expect(refused.sent).rejects.toMatchObject({ code: 'rate_limited', tool: 'write_file' });
    Request.last = undefined;
    const cut = await begin();
    cut.request.onerror?.();
    await expect(cut.sent).rejects.toMatchObject({ code: 'offline' });
    Request.last = undefined;
    const empty = await begin();
    empty.request.answer(200, null);
    await expect(empty.sent).rejects.toBeDefined();
  });

  it('ends the request if the person stops the upload', async () => {
    const stopping = new AbortController();
    const { sent, request } = await begin({ signal: stopping.signal });
    stopping.abort(new Error('stopped'));
    await expect(sent).rejects.toThrow('stopped');
    expect(request.aborted).toBe(true);
  });

  it('does not send a file that is too large', async () => {
    const large = Object.defineProperty(file(), 'size', { value: mostBytes + 1 });
    await expect(sendFile({ ...toOrg, file: large, target: {} })).rejects.toThrow(Told);
    const largest = Object.defineProperty(file(), 'size', { value: mostBytes });
    await begin({ file: largest });
  });
});
