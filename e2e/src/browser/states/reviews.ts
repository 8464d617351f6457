import type { Page } from 'playwright-core';
import type { Meeting, State } from './state.ts';

const text = `# Rules

${'A paragraph that is as long as paragraphs are, and that nobody has changed. '.repeat(4)}

We meet on Monday.

Lunch is at noon, in averylongwordthatislongerthananylinethatanarrowscreencanhavewithoutbreakingitsomewhere.

Ask Ada.
`;

export const reviewStates: State[] = [
  {
    name: 'reviewing the changes of an agent',
    path: '/documents',
    async open(page, meeting) {
      await openReview(page, meeting);
    },
  },
  {
    name: 'declining a change with a reason',
    path: '/documents',
    atNight: true,
    async open(page, meeting) {
      await openReview(page, meeting);
      await page.keyboard.press('n');
      await page.getByLabel('Why? (optional)').fill('It is as long as reasons are, and says what should be there instead.');
    },
  },
  {
    name: 'editing while changes wait for a review',
    path: '/documents',
    atNight: true,
    async open(page, meeting) {
      const docId = await openReview(page, meeting);
      await page.goto(meeting.at(`/documents/item/${docId}?edit=true`));
      await page.getByText('changes by agents wait for a review').waitFor();
    },
  },
  {
    name: 'decisions in the history of a document',
    path: '/documents',
    atNight: true,
    async open(page, meeting) {
      const docId = await openReview(page, meeting);
      const { reviewCount, changes } = await meeting.call('read_review', { itemId: docId });
      const [first, second] = changes.map(({ id }: { id: string }) => id);
      await meeting.call('review_item', { itemId: docId, reviewCount, accept: [first], decline: [second], note: 'Not yet.' });
      await page.goto(meeting.at(`/documents/item/${docId}?history=true`));
      await page.getByRole('complementary').getByText('accepted 1 change and declined 1 change').waitFor();
    },
  },
];

/** Opens a document in which two changes of an agent wait for a review. */
async function openReview(page: Page, { call, at }: Meeting): Promise<string> {
  const name = `reviewed-${Date.now()}`;
  const { id: folderId } = await call('create_folder', { name });
  await call('set_review', { folderId, review: true });
  const { docId } = await call('create_doc', { title: `Rules ${Date.now()}`, bodyMarkdown: text, folderId });
  const { id: agentId } = await call('create_agent', { name });
  const { key } = await call('create_key', { agentId, access: 'write' });
  const edits = [
    { oldText: 'We meet on Monday.', newText: 'We meet on Monday and on Thursday, in the small room.' },
    { oldText: 'Lunch is at noon', newText: 'Lunch is at one' },
  ];
  await page.request.post(`${new URL(page.url()).origin}/v1/tools/apply_edits`, {
    data: { docId, edits },
    headers: { Authorization: `Bearer ${key}` },
  });
  await page.goto(at(`/documents/item/${docId}`));
  await page.getByRole('region', { name: 'Change 1 of 2' }).waitFor();
  return docId;
}
