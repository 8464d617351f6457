import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ConsoleWorld, openConsoleWorld } from './console-world.ts';
import { keyboard, pointer } from './walks/hands.ts';

let world: ConsoleWorld;
beforeAll(async () => {
  world = await openConsoleWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

describe('the source of a skill', () => {
  it('is checked during typing, not saved while it is invalid, and can be reset', async () => {
    const { id } = await world.ok('write_skill', { name: 'weekly-report', description: 'Writes it.', content: '# Steps\n' });
    await using ada = await world.visit(world.owner);
    const { page } = ada;
    await page.goto(world.at(`/documents/item/${id}?edit=true`));
    await page.getByText('Agents see weekly-report: Writes it.').waitFor();
    await page.getByRole('textbox', { name: 'Source of weekly-report' }).focus();
    await page.keyboard.press('ControlOrMeta+Home');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('End');
    await page.keyboard.type('_');
    await page.getByText('Use lowercase letters, digits and single hyphens').waitFor();
    await page.keyboard.press('ControlOrMeta+s');
    await page.getByText('Your text is still here').waitFor();
    await keyboard.press(page.getByRole('button', { name: 'Discard changes' }));
    await page.getByText('Agents see weekly-report: Writes it.').waitFor();
    await page.getByText('All changes saved').waitFor();
    await keyboard.press(page.getByRole('button', { name: 'Done' }));
    await keyboard.press(page.getByRole('button', { name: 'Agent view' }));
    await page.getByText('"content": "---\\nname: weekly-report').waitFor();
    expect(ada.faults).toEqual([]);
  });
});

const pdf = (text: string) =>
  [
    '%PDF-1.4',
    '1 0 obj<</Type/Catalog/Pages 2 0 R/OpenAction<</S/JavaScript/JS(app.alert\\(1\\))>>>>endobj',
    '2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj',
    '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>endobj',
    `4 0 obj<</Length ${text.length + 32}>>stream\nBT /F1 24 Tf 40 100 Td (${text}) Tj ET\nendstream endobj`,
    '5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj',
    'trailer<</Root 1 0 R>>',
  ].join('\n');

const attack = '<img src=x onerror=alert(1)><script>alert(1)</script>';

describe('drafts in this browser', () => {
  it('can be found on a phone, which has no room for the folders', async () => {
    const { docId } = await world.ok('create_doc', { title: 'Pocket', bodyMarkdown: 'saved' });
    await using visitor = await world.visit(world.owner, { viewport: { width: 390, height: 844 }, hasTouch: true });
    const { page, faults } = visitor;
    await page.goto(world.at(`/documents/item/${docId}?edit=true`));
    await page.getByRole('textbox', { name: 'Source of Pocket' }).focus();
    await page.keyboard.type('not ');
    await page.getByText('Unsaved changes (kept in this browser)').waitFor();
    await pointer.goTo(page, 'Documents');
    await page.getByRole('link', { name: /^Drafts/ }).tap();
    await page
      .getByRole('grid', { name: 'Drafts' })
      .getByRole('row', { name: /Pocket/ })
      .waitFor();
    expect(faults).toEqual([]);
  });
});

describe('a person who signs out', () => {
  it('sees the names of the drafts first, and leaves none of them in any tab of the browser', async () => {
    const { docId } = await world.ok('create_doc', { title: 'Left', bodyMarkdown: 'saved' });
    const bob = await world.join('bob@leaving.example', 'Bob');
    await using visitor = await world.visit(bob);
    const { page, faults } = visitor;
    await page.goto(world.at(`/documents/item/${docId}?edit=true`));
    await page.getByRole('textbox', { name: 'Source of Left' }).focus();
    await page.keyboard.type('not ');
    await page.getByText('Unsaved changes (kept in this browser)').waitFor();
    await keyboard.press(page.getByRole('button', { name: 'Done' }));
    await page.getByRole('button', { name: 'Edit draft' }).waitFor();
    const signOut = async () => {
      await page.getByRole('button', { name: 'Bob' }).click();
      await page.getByRole('menuitem', { name: 'Sign out' }).click();
    };
    const other = await page.context().newPage();
    await other.goto(world.at(`/documents/item/${docId}?edit=true`));
    await other.locator('.cm-content').getByText('not saved').waitFor();
    await signOut();
    const dialog = page.getByRole('dialog', { name: 'Discard 1 unsaved draft?' });
    await dialog.getByText('Left', { exact: true }).waitFor();
    await keyboard.press(dialog.getByRole('button', { name: 'Cancel' }));
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Edit draft' }).waitFor();
    await signOut();
    await keyboard.press(dialog.getByRole('button', { name: 'Discard and sign out' }));
    for (const one of [page, other]) await one.getByLabel('E-mail').waitFor();
    expect(await other.getByText('not saved').count()).toBe(0);
    expect(await page.evaluate('Object.keys(localStorage).filter((key) => key.startsWith("gatehouse draft"))')).toEqual([]);
    expect(faults).toEqual([]);
  });
});

describe('files', () => {
  it('are shown without running any code in them', async () => {
    const shown = [
      { name: 'paper.pdf', bytes: pdf('Hello from a page'), sees: 'Hello from a page' },
      { name: 'broken.pdf', bytes: '%PDF-1.4\nnothing', sees: 'This PDF is damaged or locked' },
      { name: 'notes.md', bytes: `# Heading\n\n${attack}\n`, sees: 'Heading' },
      { name: 'page.html', bytes: attack, sees: attack },
      { name: 'drawing.svg', bytes: `<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`, sees: 'alert(1)' },
      { name: 'broken.png', bytes: '\x89PNG\r\n\x1a\nnothing', sees: "Your browser can't play this file" },
      { name: `${attack.replaceAll('/', '')}.bin`, bytes: '\0\x01', sees: 'No preview for this file type' },
    ];
    await using ada = await world.visit(world.owner);
    const { page } = ada;
    page.on('dialog', (dialog) => ada.faults.push(`dialog: ${dialog.message()}`));
    for (const { name, bytes, sees } of shown) {
      const { id } = await world.ok('write_file', { name, contentBase64: Buffer.from(bytes, 'latin1').toString('base64') });
      await page.goto(world.at(`/documents/item/${id}`));
      await page.getByRole('region', { name: 'Content' }).getByText(sees).first().waitFor({ state: 'attached' });
      await ada.settle();
    }
    expect(ada.faults).toEqual([]);
  });

  it('show their extracted text next to the preview once it is ready, and explain in plain words why there is none (D75)', async () => {
    const mail = `From: a@example.com\nSubject: Lunch\nContent-Type: text/plain\n\nSee you at noon. ${attack}\n`;
    const shown = [
      { name: 'read paper.pdf', bytes: pdf('Hello from a page'), sees: 'Hello from a page' },
      { name: 'lunch.eml', bytes: mail, sees: 'See you at noon.' },
      { name: 'read scan.pdf', bytes: pdf(' '), sees: 'There is no text in this file. It may be a scan' },
      { name: 'read broken.pdf', bytes: '%PDF-1.4\nnothing', sees: 'This file is damaged, or isn’t what its name says.' },
    ];
    await using ada = await world.visit(world.owner);
    const { page } = ada;
    page.on('dialog', (dialog) => ada.faults.push(`dialog: ${dialog.message()}`));
    for (const { name, bytes, sees } of shown) {
      const { id } = await world.ok('write_file', { name, contentBase64: Buffer.from(bytes, 'latin1').toString('base64') });
      await page.goto(world.at(`/documents/item/${id}`));
      await keyboard.press(page.getByRole('tab', { name: 'Preview' }));
      await page.keyboard.press('ArrowRight');
      // The text is being extracted at first, and the page asks again by itself.
      await page.getByRole('tabpanel', { name: 'Text' }).getByText(sees).first().waitFor();
      await ada.settle();
    }
    const { id } = await world.ok('write_file', { name: 'plain.txt', content: 'text' });
    await page.goto(world.at(`/documents/item/${id}`));
    await page.getByRole('region', { name: 'Content' }).getByText('text', { exact: true }).waitFor();
    expect(await page.getByRole('tab').count()).toBe(0);
    expect(ada.faults).toEqual([]);
  });

  it('are found by their text, even among documents with the same words, and open at it (D75)', async () => {
    for (const title of ['One', 'Two', 'Three']) await world.ok('create_doc', { title, bodyMarkdown: 'The okapi meeting is moved.' });
    const mail = 'Subject: Zoo\nContent-Type: text/plain\n\nMinutes of the okapi meeting.\n';
    const { id } = await world.ok('write_file', { name: 'minutes.eml', contentBase64: Buffer.from(mail).toString('base64') });
    await expect.poll(async () => (await world.ok('read_item', { itemId: id, includeExtracted: true })).extracted.state).toBe('ready');
    await using ada = await world.visit(world.owner);
    const { page, faults } = ada;
    await page.goto(world.at('/search?q=okapi%20meeting'));
    await page
      .getByRole('grid', { name: 'Results' })
      .getByRole('row', { name: /minutes\.eml/ })
      .click();
    await page.getByRole('tabpanel', { name: 'Text' }).getByText('Minutes of the okapi meeting.').waitFor();
    expect(faults).toEqual([]);
  });

  it('are uploaded with their folders, chosen or dropped: as a new folder, or within one under their paths', async () => {
    const place = mkdtempSync(path.join(tmpdir(), 'gatehouse-upload-'));
    const guide = path.join(place, 'guide');
    for (const [name, text] of Object.entries({ 'start.md': '# Start', 'more/deep.txt': 'deep', '.git/config': 'secret' })) {
      mkdirSync(path.dirname(path.join(guide, name)), { recursive: true });
      writeFileSync(path.join(guide, name), text);
    }
    await using ada = await world.visit(world.owner);
    const { page } = ada;
    await page.goto(world.at('/documents'));
    await page.getByRole('button', { name: 'New', exact: true }).click();
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.getByRole('menuitem', { name: 'Upload folder…' }).click()]);
    await chooser.setFiles(guide);
    await page.getByText('2 of 2 done').waitFor();
    await page.getByText('Skipped: .git').waitFor();
    await page.getByRole('grid', { name: 'Contents' }).getByRole('row', { name: /guide/ }).click();
    await page.getByRole('heading', { level: 1, name: 'guide' }).waitFor();
    await page.getByRole('row', { name: /more\/deep\.txt/ }).waitFor();
    const folderId = new URL(page.url()).pathname.split('/').at(-1);
    const names = async () => (await world.ok('browse_folder', { folderId })).items.map(({ name }: { name: string }) => name).toSorted();
    expect(await names()).toEqual(['more/deep.txt', 'start.md']);

    // No test can drop a folder: what the browser says of one is made up here.
    const data = await page.evaluateHandle<unknown>(droppedFolder);
    await page.getByRole('grid', { name: 'Contents' }).dispatchEvent('drop', { dataTransfer: data });
    await page.getByText('3 of 3 done').waitFor();
    expect(await names()).toEqual(['more/deep.txt', 'site/index.txt', 'start.md']);
    expect(ada.faults).toEqual([]);
    rmSync(place, { recursive: true });
  });

  it('play audio and video from any position, and report formats that a browser cannot play', async () => {
    await using ada = await world.visit(world.owner);
    const { page } = ada;
    await page.goto(world.at('/documents'));
    const film = await page.evaluate<string>(recordedFilm);
    const shown = [
      { name: 'tone.wav', contentBase64: sound(3).toString('base64'), element: 'audio', seconds: 3 },
      { name: 'film.webm', contentBase64: film, element: 'video', seconds: undefined },
    ];
    for (const { name, contentBase64, element, seconds } of shown) {
      const { id } = await world.ok('write_file', { name, contentBase64 });
      await page.goto(world.at(`/documents/item/${id}`));
      const player = page.locator(`${element}[aria-label="${name}"]`);
      await player.waitFor();
      expect(await player.getAttribute('controls')).not.toBeNull();
      const played = await page.evaluate<{ duration: number; hasGoneOn: boolean }>(playFromTheMiddle(element));
      expect(played.hasGoneOn).toBe(true);
      if (seconds !== undefined) expect(played.duration).toBeCloseTo(seconds, 1);
    }
    const broken = { 'broken.mp3': 'ID3\x03\0\0\0\0\0\x01\xff\xfb', 'broken.mp4': '\0\0\0\x18ftypmp42\0\0\0\0mp42isom' };
    for (const [name, bytes] of Object.entries(broken)) {
      const { id } = await world.ok('write_file', { name, contentBase64: Buffer.from(bytes, 'latin1').toString('base64') });
      await page.goto(world.at(`/documents/item/${id}`));
      await page.getByText("Your browser can't play this file").waitFor();
    }
    expect(ada.faults).toEqual([]);
  });
});

/** Script for a page: drops a folder that contains a file. */
const droppedFolder = `(() => {
  const data = new DataTransfer();
  data.items.add(new File(['x'], 'site'));
  const file = { name: 'index.txt', isFile: true, isDirectory: false, file: (done) => done(new File(['index'], 'index.txt')) };
  const createReader = () => {
    const left = [file];
    return { readEntries: (done) => done(left.splice(0)) };
  };
  DataTransferItem.prototype.webkitGetAsEntry = () => ({ name: 'site', isFile: false, isDirectory: true, createReader });
  return data;
})()`;

/** Script for a page: plays a medium from its middle, and returns its length. */
const playFromTheMiddle = (element: string) => `(async () => {
  const player = document.querySelector('${element}');
  const heard = (event, isEnough = () => true) => new Promise((done) => player.addEventListener(event, () => isEnough() && done()));
  if (player.readyState < 1) await heard('loadedmetadata');
  const { duration } = player;
  // A film that is recorded says no length.
  const place = Number.isFinite(duration) ? duration / 2 : 0.1;
  const sought = heard('seeked');
  player.currentTime = place;
  await sought;
  player.muted = true;
  const gone = heard('timeupdate', () => player.currentTime > place);
  await player.play();
  await gone;
  player.pause();
  return { duration, hasGoneOn: player.currentTime > place };
})()`;

/** So many seconds of a tone, as a WAV file. */
function sound(seconds: number): Buffer {
  const rate = 8000;
  const data = Buffer.alloc(rate * seconds);
  for (let at = 0; at < data.length; at++) data[at] = 128 + Math.round(60 * Math.sin((at * 440 * 2 * Math.PI) / rate));
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + data.length, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate, 28);
  head.writeUInt16LE(1, 32);
  head.writeUInt16LE(8, 34);
  head.write('data', 36);
  head.writeUInt32LE(data.length, 40);
  return Buffer.concat([head, data]);
}

/** Script for a page: records a film, which the browser can certainly play, and returns it in base64. */
const recordedFilm = `(async () => {
  const canvas = document.createElement('canvas');
  const drawing = canvas.getContext('2d');
  const recorder = new MediaRecorder(canvas.captureStream(20), { mimeType: 'video/webm' });
  const parts = [];
  recorder.ondataavailable = ({ data }) => parts.push(data);
  const stopped = new Promise((done) => (recorder.onstop = done));
  recorder.start();
  for (let frame = 0; frame < 30; frame++) {
    drawing.fillStyle = frame % 2 ? 'black' : 'white';
    drawing.fillRect(0, 0, 300, 150);
    await new Promise((done) => setTimeout(done, 50));
  }
  recorder.stop();
  await stopped;
  const bytes = new Uint8Array(await new Blob(parts).arrayBuffer());
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
})()`;
