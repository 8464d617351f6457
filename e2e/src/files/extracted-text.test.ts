import { openExtractor } from '@gatehouse/extraction';
import { verifyDatabase } from '@gatehouse/storage/admin';
import { expect, it } from 'vitest';
import { type Desk, openDesk } from '../decisions/desk.ts';
import { givenEngine } from '../kit/engines.ts';
import type { Loose } from '../kit/world.ts';
import { extractAll } from './extract-all.ts';
import { openS3Desk } from './s3-world.ts';

const pdf = Buffer.from(`%PDF-1.4
1 0 obj
<< /Type /Catalog /Pages 2 0 R >>
endobj
2 0 obj
<< /Type /Pages /Kids [3 0 R] /Count 1 >>
endobj
3 0 obj
<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 5 0 R /Resources << /Font << /F1 4 0 R >> >> >>
endobj
4 0 obj
<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>
endobj
5 0 obj
<< /Length 44 >>
stream
BT /F1 12 Tf 72 720 Td (Sales grew much) Tj ET
endstream
endobj
trailer
<< /Size 6 /Root 1 0 R >>
`);
const mail = 'From: Ada <ada@acme.test>\r\nSubject: Lunch\r\nContent-Transfer-Encoding: base64\r\n\r\nU2VlIHlvdSBhdCBub29uLg==\r\n';

/** Extracts the text of all waiting files in a process, as the product starts it. */
async function extractInProcess(desk: Desk): Promise<void> {
  const extractor = openExtractor({ refuse: () => new Error('too many') });
  await extractAll(desk, extractor);
  await extractor.close();
}

it('office and PDF files get their text, are found by it, and are downloaded unchanged (D75)', async () => {
  await using desk = await openDesk();
  const files: Record<string, Buffer> = {
    'report.pdf': pdf,
    'lunch.eml': Buffer.from(mail),
    'broken.pdf': Buffer.from('%PDF-1.7\nnothing'),
  };
  const ids: Record<string, string> = {};
  for (const [name, bytes] of Object.entries(files))
    ids[name] = (await desk.ok('write_file', { name, contentBase64: bytes.toString('base64') })).id;
  await extractInProcess(desk);
  const read = (name: string): Promise<Loose> => desk.ok('read_file', { fileId: ids[name] });
  expect(await read('report.pdf')).toMatchObject({
    textFrom: 'pdf',
    textState: 'ready',
    text: '## Page 1\n\nSales grew much\n',
    content: null,
  });
  expect(await read('lunch.eml')).toMatchObject({ textState: 'ready', text: '# Lunch\n\nFrom: Ada <ada@acme.test>\n\nSee you at noon.\n' });
  expect(await read('broken.pdf')).toMatchObject({ textState: 'failed', text: null, textReason: expect.stringContaining('damaged') });
  for (const tool of ['read_lines', 'fetch']) {
    const named = tool === 'fetch' ? { id: ids['broken.pdf'] } : { fileId: ids['broken.pdf'] };
    expect(await desk.complaint(tool, named)).toContain('damaged');
  }
  const { matches } = await desk.ok('grep', { query: 'at noon' });
  expect(matches).toMatchObject([{ id: ids['lunch.eml'], text: 'See you at noon.' }]);
  for (const [name, bytes] of Object.entries(files)) {
    const { downloadUrl } = await read(name);
    expect(Buffer.from(await (await fetch(downloadUrl)).arrayBuffer()).equals(bytes)).toBe(true);
  }
});

it('files in S3-compatible storage get their text too, and wait while the storage is unavailable (D75)', async () => {
  await using desk = await openS3Desk({});
  const long = `${'word '.repeat(20)}\r\n`.repeat(30_000);
  const { id: fileId } = await desk.ok('write_file', {
    name: 'long.eml',
    contentBase64: Buffer.from(`Subject: Long\r\n\r\n${long}`).toString('base64'),
  });
  desk.s3.fail('GET', 403);
  await extractInProcess(desk);
  expect(desk.faults.splice(0)).toHaveLength(1);
  expect(await desk.ok('read_file', { fileId })).toMatchObject({ textState: 'pending' });
  const before = desk.s3.requests.length;
  await extractInProcess(desk);
  // Its 3 MB came in pieces.
  expect(desk.s3.requests.slice(before)).toHaveLength(2);
  expect(await desk.ok('read_file', { fileId })).toMatchObject({ textState: 'ready', text: null });
  expect((await desk.ok('read_lines', { fileId, startLine: -1 })).text).toContain('word word');
});

it('is in no export, and verify accepts it (D75)', async () => {
  await using desk = await openDesk();
  const { id: itemId } = await desk.ok('write_file', { name: 'lunch.eml', contentBase64: Buffer.from(mail).toString('base64') });
  await extractInProcess(desk);
  const item = await desk.as(desk.person, 'export_item', { itemId });
  expect(Buffer.from(item.contentBase64, 'base64').toString()).toBe(mail);
  const everything = await desk.as(desk.owner, 'export_organization');
  for (const exported of [item, everything]) expect(JSON.stringify(exported)).not.toContain('See you at noon.');
  const address = await givenEngine.address(desk.folder);
  const database: Parameters<typeof verifyDatabase>[0]['database'] = address.startsWith('sqlite:')
    ? { engine: 'sqlite', file: address.slice('sqlite:'.length) }
    : { engine: 'postgres', url: address };
  expect((await verifyDatabase({ database })).problems).toEqual([]);
});
