import { afterEach, expect, it, vi } from 'vitest';
import { call } from '../calls/call.ts';
import { allNotices, dismiss, sayFailed } from './notices.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  for (const { id } of allNotices()) dismiss(id);
});

const save = (docId: string, bodyMarkdown: string) =>
  call('org_1', 'update_doc', { docId, bodyMarkdown, changeSummary: 'edited', expectedVersionCount: 1 });
const saveOrSay = (docId: string) => save(docId, 'typed').catch((error: unknown) => sayFailed(`${docId} was not saved.`, error));
const said = () => allNotices().map(({ text }) => text);

it('shows a failure until the same action succeeds, and failures of other actions longer', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no connection')));
  await saveOrSay('doc_1');
  await saveOrSay('doc_1');
  await saveOrSay('doc_2');
  expect(said()).toEqual(['doc_1 was not saved.', 'doc_2 was not saved.']);
  vi.stubGlobal('fetch', async () => Response.json({ versionCount: 2 }));
  await save('doc_1', 'typed on');
  expect(said()).toEqual(['doc_2 was not saved.']);
});
