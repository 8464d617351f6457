import type { Page } from 'playwright-core';
import { typeInto } from '../walks/hands.ts';
import { openAccountMenu } from './shell.ts';
import type { Meeting, State } from './state.ts';

export const documentStates: State[] = [
  {
    name: 'a new folder, and who sees it',
    path: '/documents',
    async open(page) {
      await page.getByRole('button', { name: 'New', exact: true }).click();
      await page.getByRole('menuitem', { name: /^Folder/ }).click();
      await typeInto(page.getByLabel('Folder name'), `A folder ${Date.now()} with a name that is nearly as long as a name can be`);
      await page.getByRole('button', { name: 'Create folder' }).click();
      await page.getByText('Nothing here yet').waitFor();
      await page.getByRole('button', { name: 'Share' }).click();
      await page.getByText('Owner').waitFor();
    },
  },
  {
    name: 'the history of a folder',
    path: '/documents',
    async open(page, meeting) {
      const { id: folderId } = await meeting.call('create_folder', {
        name: `A folder ${Date.now()} that is called what folders are called`,
      });
      await meeting.call('rename_folder', {
        folderId,
        name: `Another name ${Date.now()} that is nearly as long as the name of a folder can be`,
      });
      await meeting.call('share_folder', { folderId, organization: true });
      await page.goto(meeting.at(`/documents/folder/${folderId}`));
      await page.getByText('Nothing here yet').waitFor();
      await page.keyboard.press('h');
      await page.getByRole('complementary').getByText('Shared with everyone').waitFor();
    },
  },
  {
    name: 'a folder as it was',
    path: '/documents',
    async open(page, meeting) {
      const { id: folderId } = await meeting.call('create_folder', { name: `A folder ${Date.now()} that is nearly as long as it can be` });
      await meeting.call('create_doc', { title: 'Was in it', folderId });
      await page.goto(meeting.at(`/documents/folder/${folderId}?asOf=${Date.now()}`));
      await page.getByText('This folder as of').waitFor();
      await page.getByRole('grid', { name: 'Contents' }).getByText('Was in it').waitFor();
    },
  },
  {
    name: 'a document as it was',
    path: '/documents',
    async open(page, meeting) {
      const docId = await makeDocument(meeting, 'One word here.');
      await page.goto(meeting.at(`/documents/item/${docId}?asOf=${Date.now()}`));
      await page.getByText('This document as of').waitFor();
      await page.getByText('One word here.').waitFor();
    },
  },
  {
    name: 'a document before the history began',
    path: '/documents',
    atNight: true,
    async open(page, meeting) {
      const docId = await makeDocument(meeting, 'One word here.');
      await page.goto(meeting.at(`/documents/item/${docId}?asOf=1000`));
      await page.getByText('The history of this workspace begins on').waitFor();
    },
  },
  {
    name: 'what happened to a document between its versions',
    path: '/documents',
    async open(page, meeting) {
      const docId = await makeDocument(meeting, 'One word here.');
      await meeting.call('set_tags', { docId, tags: ['a tag', 'another tag', 'a third one, nearly as long as a tag can be'] });
      await page.goto(meeting.at(`/documents/item/${docId}?history=true`));
      await page.getByRole('complementary').getByText('a tag, another').waitFor();
    },
  },
  {
    name: 'comments beside a document',
    path: '/documents',
    atNight: true,
    async open(page, meeting) {
      const docId = await makeDocument(meeting, 'One word here.');
      const text = 'A comment that is as long as comments are, with `code`, and with a word thatislongerthananylinethatthepanelcanhave.';
      const { commentId } = await meeting.call('add_comment', { itemId: docId, quote: 'word', text });
      await meeting.call('add_comment', { answerTo: commentId, text: 'An answer.' });
      await page.goto(meeting.at(`/documents/item/${docId}?comment=${commentId}`));
      await page.getByRole('complementary').getByText('An answer.').waitFor();
    },
  },
  {
    name: 'the history of a document',
    path: '/documents',
    async open(page) {
      await openDocument(page);
      await page.keyboard.press('h');
      await page.getByRole('complementary').getByText('starter document').waitFor();
    },
  },
  {
    name: 'words that are looked for in a document',
    path: '/documents',
    async open(page) {
      await openDocument(page);
      await page.getByRole('article').locator('[class*=block]').first().waitFor();
      await page.keyboard.press('ControlOrMeta+f');
      await typeInto(page.getByRole('textbox', { name: 'Words to find' }), 'a');
      await page.getByRole('search').getByRole('status').getByText('1 of').waitFor();
    },
  },
  {
    name: 'what a mark of the time line shows',
    path: '/documents',
    async open(page) {
      await openDocument(page);
      // Narrow screens do not have it.
      if ((page.viewportSize()?.width ?? 0) < 768) return;
      await page.getByRole('navigation', { name: 'Versions' }).getByRole('link').first().hover();
      await page.locator('[class*=card]', { hasText: 'starter document' }).waitFor();
    },
  },
  {
    name: 'what can be done with a document',
    path: '/documents',
    async open(page) {
      await openDocument(page);
      await page.getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menu').waitFor();
    },
  },
  {
    name: 'a version of a document',
    path: '/documents',
    async open(page) {
      await openDocument(page);
      await page.waitForURL('**/item/**');
      await page.goto(`${page.url()}?version=1`);
      await page.getByRole('heading', { name: 'Version 1 of' }).waitFor();
    },
  },
  {
    name: 'the source of a document, and how it will read',
    path: '/documents',
    async open(page) {
      await openDocument(page);
      await page.keyboard.press('e');
      await page.getByRole('textbox', { name: /^Source of/ }).waitFor();
      await page.keyboard.press('ControlOrMeta+e');
      await page.getByRole('region', { name: 'Preview' }).getByRole('listitem').first().waitFor();
    },
  },
  {
    name: 'a new skill',
    path: '/documents',
    async open(page) {
      await page.getByRole('button', { name: 'New', exact: true }).click();
      await page.getByRole('menuitem', { name: 'Skill' }).click();
      await typeInto(page.getByLabel('Skill name'), `report-${Date.now()}`);
      await page.getByRole('button', { name: 'Create skill' }).click();
      await page.getByText('Agents see').waitFor();
    },
  },
  {
    name: 'a file that was sent, and one that was not',
    path: '/documents',
    async open(page) {
      await page.getByRole('button', { name: 'New', exact: true }).click();
      const upload = page.getByRole('menuitem', { name: 'Upload files' });
      const [chooser] = await Promise.all([page.waitForEvent('filechooser'), upload.click()]);
      const file = {
        name: `a file ${Date.now()} with a name that is nearly as long as a name can be.txt`,
        mimeType: 'text/plain',
        buffer: Buffer.from('x'),
      };
      await chooser.setFiles([file, file]);
      await page.getByText('1 of 2 done, 1 failed').waitFor();
      await page.getByRole('region', { name: 'Uploads' }).getByRole('link').click();
      await page.getByRole('button', { name: 'Edit tags' }).waitFor();
    },
  },
  { name: 'a document that is not there', path: `/documents/item/doc_${'0'.repeat(26)}` },
  { name: 'the trash', path: '/documents/trash' },
  {
    name: 'what would be taken back, and what was',
    path: '/activity/take-back',
    async open(page) {
      await page.getByRole('button', { name: 'Find changes' }).click();
      await page.getByRole('menuitem', { name: 'Last hour' }).click();
      await page
        .getByText(/\d items? changed/)
        .first()
        .waitFor();
      // Opens the changes of the first entry beside the list.
      await page
        .getByRole('listitem')
        .filter({ has: page.getByRole('checkbox') })
        .first()
        .getByRole('button')
        .click();
      await page.getByRole('button', { name: 'Leave out' }).waitFor();
    },
  },
  {
    name: 'between which minutes changes are looked for',
    path: '/activity/take-back?since=1800000000000&until=1700000000000',
    atNight: true,
    open: (page) => page.getByText('must be after').waitFor(),
  },
  {
    name: 'selected documents',
    path: '/documents',
    async open(page) {
      await page.getByRole('row', { name: /Goals/ }).getByRole('checkbox').check();
      await page.getByRole('toolbar', { name: 'Selected rows' }).waitFor();
    },
  },
  {
    name: 'a new document that is named',
    path: '/documents',
    atNight: true,
    async open(page) {
      await page.getByRole('button', { name: 'New', exact: true }).click();
      await page.getByRole('menuitem', { name: 'Document', exact: true }).click();
      await page.getByLabel('Document title').waitFor();
    },
  },
  ...['Rename', 'Move'].map((verb) => ({
    name: `a document: ${verb}`,
    path: '/documents',
    atNight: true,
    async open(page: Page) {
      await openDocument(page);
      await page.getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menuitem', { name: verb }).click();
      await page.getByRole(verb === 'Move' ? 'combobox' : 'textbox', { name: /^(Name|Move to…)$/ }).waitFor();
    },
  })),
  {
    name: 'how a version differs',
    path: '/documents',
    atNight: true,
    async open(page, meeting) {
      const docId = await makeDocument(meeting, 'One word here.');
      await meeting.call('edit_doc', { docId, oldText: 'One word', newText: 'Two words' });
      await page.goto(meeting.at(`/documents/item/${docId}?version=2`));
      await page.locator('ins').first().waitFor();
    },
  },
  {
    name: 'a conflict in the source',
    path: '/documents',
    atNight: true,
    async open(page, meeting) {
      const docId = await editDocument(page, meeting);
      await meeting.call('edit_doc', { docId, oldText: 'here', newText: 'here too' });
      await page.getByRole('button', { name: 'Use theirs' }).waitFor();
    },
  },
  {
    name: 'a document that was deleted while it is edited',
    path: '/documents',
    atNight: true,
    async open(page, meeting) {
      const docId = await editDocument(page, meeting);
      await meeting.call('delete_doc', { docId });
      await page.getByRole('button', { name: 'Restore', exact: true }).waitFor();
      await page.getByRole('button', { name: 'Save as new document' }).click();
      await page.getByRole('combobox', { name: 'Save in…' }).waitFor();
    },
  },
  {
    name: 'a text while the gateway is away',
    path: '/documents',
    atNight: true,
    async open(page, meeting) {
      await editDocument(page, meeting);
      await page.context().setOffline(true);
      await page.keyboard.press('ControlOrMeta+s');
      await page.getByText('You can go on writing').waitFor();
    },
  },
  {
    name: 'a text whose session has ended',
    path: '/documents',
    atNight: true,
    async open(page, meeting) {
      await editDocument(page, meeting);
      await page.context().clearCookies();
      await page.keyboard.press('ControlOrMeta+s');
      await page.getByText('Your session ended.').waitFor();
    },
  },
  {
    name: 'the drafts of this browser',
    path: '/documents',
    atNight: true,
    async open(page, meeting) {
      await editDocument(page, meeting);
      await page.getByText('Unsaved changes (kept in this browser)').waitFor();
      await page.goto(meeting.at('/documents/drafts'));
      await page.getByRole('grid', { name: 'Drafts' }).getByRole('row').nth(1).waitFor();
    },
  },
  {
    name: 'the drafts that signing out discards',
    path: '/documents',
    atNight: true,
    async open(page, meeting) {
      await editDocument(page, meeting);
      await page.getByText('Unsaved changes (kept in this browser)').waitFor();
      await openAccountMenu(page);
      await page.getByRole('menuitem', { name: 'Sign out' }).click();
      await page.getByRole('dialog', { name: /unsaved draft/ }).waitFor();
    },
  },
  {
    name: 'what deleting a folder does',
    path: '/documents',
    atNight: true,
    async open(page, meeting) {
      const { id } = await meeting.call('create_folder', { name: `Left ${Date.now()}` });
      await page.goto(meeting.at(`/documents/folder/${id}`));
      await page.getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menuitem', { name: 'Delete folder…' }).click();
      await page.getByRole('button', { name: 'Delete folder', exact: true }).waitFor();
    },
  },
  {
    name: 'what deleting forever does',
    path: '/documents',
    atNight: true,
    async open(page, meeting) {
      const docId = await makeDocument(meeting, 'x');
      await meeting.call('delete_doc', { docId });
      await page.goto(meeting.at('/documents/trash'));
      await page.getByRole('grid', { name: 'Trash' }).getByRole('row').nth(1).getByRole('gridcell').nth(1).click();
      await page
        .getByRole('button', { name: /^Delete A document/ })
        .first()
        .click();
      await page.getByRole('button', { name: 'Delete forever' }).waitFor();
    },
  },
  {
    name: 'what emptying the trash does',
    path: '/documents',
    atNight: true,
    async open(page, meeting) {
      const docId = await makeDocument(meeting, 'x');
      await meeting.call('delete_doc', { docId });
      await page.goto(meeting.at('/documents/trash'));
      await page.getByRole('button', { name: 'Empty trash' }).click();
      await page.getByRole('button', { name: 'Delete everything forever' }).waitFor();
    },
  },
  {
    name: 'a skill that is none',
    path: '/documents',
    atNight: true,
    async open(page, meeting) {
      const { id } = await meeting.call('write_skill', { name: `report-${Date.now()}`, description: 'Writes it.', content: '# Steps' });
      await page.goto(meeting.at(`/documents/item/${id}?edit=true`));
      await page.getByRole('textbox', { name: /^Source of/ }).focus();
      await page.keyboard.press('ControlOrMeta+Home');
      await page.keyboard.type('x');
      await page.getByText('Start the skill with').waitFor();
    },
  },
  {
    name: 'a document that waits for review',
    path: '/documents',
    atNight: true,
    async open(page, meeting) {
      const docId = await changeAsAgent(page, meeting);
      await page.goto(meeting.at(`/documents/item/${docId}`));
      await page.getByRole('region', { name: 'Change 1 of 2' }).getByRole('button', { name: 'Accept', exact: true }).waitFor();
      await page.locator('ins').first().waitFor();
    },
  },
  {
    name: 'a skill that waits for review',
    path: '/documents',
    atNight: true,
    async open(page, meeting) {
      const fileId = await writeSkillAsAgent(page, meeting);
      await page.goto(meeting.at(`/documents/item/${fileId}`));
      await page.getByRole('region', { name: 'Review' }).locator('ins').first().waitFor();
    },
  },
  {
    name: 'all skills',
    path: '/skills',
    async open(page, meeting) {
      await writeSkillAsAgent(page, meeting);
      await page.getByRole('grid', { name: 'Skills' }).getByText('Waiting').first().waitFor();
    },
  },
  {
    name: 'a folder that is no skill',
    path: '/skills',
    atNight: true,
    async open(page) {
      await page.getByRole('button', { name: 'New', exact: true }).click();
      const chosen = page.waitForEvent('filechooser');
      await page.getByRole('menuitem', { name: /^Upload folder/ }).click();
      await (await chosen).setFiles(import.meta.dirname);
      await page.getByText('There is no SKILL.md in this folder.').waitFor();
    },
  },
  {
    name: 'how a skill comes to disks',
    path: '/skills',
    atNight: true,
    async open(page, meeting) {
      await page.goto(meeting.at(`/documents/item/${await writeSkillAsAgent(page, meeting)}`));
      await page.getByRole('button', { name: 'Agent view' }).click();
      await page.getByRole('region', { name: 'Agent view' }).getByText('On disk', { exact: true }).click();
      await page.getByText('gatehouse skills sync').first().waitFor();
    },
  },
  {
    name: 'a file of a skill that is edited',
    path: '/skills',
    atNight: true,
    async open(page, meeting) {
      const path = encodeURIComponent('scripts/count.sh');
      await page.goto(meeting.at(`/documents/item/${await writeSkillAsAgent(page, meeting)}?edit=true&file=${path}`));
      await page.getByRole('textbox', { name: /^Source of/ }).focus();
      await page.keyboard.type('x');
      await page.getByText('Unsaved changes').waitFor();
    },
  },
  {
    name: 'what an agent sees of a skill',
    path: '/documents',
    atNight: true,
    async open(page, meeting) {
      const { id } = await meeting.call('write_skill', { name: `seen-${Date.now()}`, description: 'Writes it.', content: '# Steps' });
      await page.goto(meeting.at(`/documents/item/${id}`));
      await page.getByRole('button', { name: 'Agent view' }).click();
      await page.getByText('"content":').waitFor();
      await page.getByRole('button', { name: 'Edit tags' }).click();
      await page.getByLabel('Tags, separated by commas').waitFor();
    },
  },
  {
    name: 'the text of a file',
    path: '/documents',
    async open(page, meeting) {
      const mail = `Subject: A long subject ${Date.now()}\n\n| a | b |\n| --- | --- |\n| ${'word '.repeat(80)} | d |\n`;
      const { id } = await meeting.call('write_file', { name: `mail-${Date.now()}.eml`, content: mail });
      await page.goto(meeting.at(`/documents/item/${id}`));
      await page.getByRole('tab', { name: 'Text' }).click();
      await page.getByRole('tabpanel', { name: 'Text' }).getByText('word word').waitFor();
    },
  },
  {
    name: 'a picture',
    path: '/documents',
    atNight: true,
    async open(page, meeting) {
      const { id } = await meeting.call('write_file', { name: `dot-${Date.now()}.png`, contentBase64: onePixel });
      await page.goto(meeting.at(`/documents/item/${id}`));
      await page.getByRole('region', { name: 'Content' }).getByRole('img').waitFor();
    },
  },
];

/** Opens a document that every workspace begins with. */
async function openDocument(page: Page): Promise<void> {
  await page
    .getByRole('grid', { name: 'Contents' })
    .getByRole('row', { name: /How agents work here/ })
    .click();
  await page.getByRole('article').getByRole('listitem').first().waitFor();
}

/** A document of the person's own, with these words in it. */
async function makeDocument({ call }: Meeting, bodyMarkdown: string): Promise<string> {
  return (await call('create_doc', { title: `A document ${Date.now()}`, bodyMarkdown })).docId;
}

/** Types a word into the source of a new document, and leaves it unsaved. */
async function editDocument(page: Page, meeting: Meeting): Promise<string> {
  const docId = await makeDocument(meeting, 'One word here');
  await page.goto(meeting.at(`/documents/item/${docId}?edit=true`));
  await page.getByRole('textbox', { name: /^Source of/ }).focus();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type(' typed');
  return docId;
}

/** A skill with a version that is accepted, and a newer one of an agent that is not. */
async function changeAsAgent(page: Page, { call }: Meeting): Promise<string> {
  const name = `A folder ${Date.now()} in which the changes of agents wait`;
  const { id: folderId } = await call('create_folder', { name });
  await call('set_review', { folderId, review: true });
  const { docId } = await call('create_doc', {
    title: name,
    folderId,
    bodyMarkdown: 'Ship on Monday.\n\nSee [this](https://a.example).\n',
  });
  const { id: agentId } = await call('create_agent', { name });
  const { key } = await call('create_key', { agentId, access: 'write' });
  await page.request.post(`${new URL(page.url()).origin}/v1/tools/update_doc`, {
    data: { docId, bodyMarkdown: 'Ship on Tuesday.\n\nSee [this](https://b.example).\n', changeSummary: 'Changed the day' },
    headers: { Authorization: `Bearer ${key}` },
  });
  return docId;
}

async function writeSkillAsAgent(page: Page, { call }: Meeting): Promise<string> {
  const name = `waits-${Date.now()}`;
  const files = [{ path: 'scripts/count.sh', content: 'wc -w\n', executable: true }];
  const { id: fileId } = await call('write_skill', { name, description: 'Writes it.', content: '# Steps', files });
  const { id: agentId } = await call('create_agent', { name });
  const { key } = await call('create_key', { agentId, access: 'write' });
  await page.request.post(`${new URL(page.url()).origin}/v1/tools/write_skill`, {
    data: { fileId, files: [{ path: 'scripts/count.sh', content: 'wc -l\n' }] },
    headers: { Authorization: `Bearer ${key}` },
  });
  return fileId;
}

const onePixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
