import { createCipheriv } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import type { TextFailure, TextSource } from '@gatehouse/domain';
import { makeDocx, makeOdt, makePptx, makeXlsx, paragraph, relationsPart } from './make-office.ts';
import { makePdf, writePdf } from './make-pdf.ts';
import { makeZip } from './make-zip.ts';

const mebibyte = 1024 * 1024;
const zeros = Buffer.alloc(80 * mebibyte);
const packedZeros = deflateRawSync(zeros);
const names = 'xmlns:w="w"';
const mainRelation = { name: '_rels/.rels', content: relationsPart([['rId1', 'officeDocument', 'word/document.xml']]) };

/** A Word file with exactly this document. */
function docxOf(document: string | Buffer, declared = {}): Buffer {
  return makeZip([mainRelation, { name: 'word/document.xml', content: document, declared }]);
}

const bomb = makeZip([mainRelation, { name: 'word/document.xml', content: '', packed: packedZeros, declared: { sizeBytes: 10 } }]);
const nested = (name: string, depth: number, inner: string) => `<${name}>`.repeat(depth) + inner + `</${name}>`.repeat(depth);
const entities =
  '<?xml version="1.0"?><!DOCTYPE w [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]><w:document><w:body><w:p><w:r><w:t>&b;</w:t></w:r></w:p></w:body></w:document>';
const external =
  '<?xml version="1.0"?><!DOCTYPE w [<!ENTITY x SYSTEM "file:///etc/passwd">]><w:document><w:body><w:p><w:r><w:t>&x;</w:t></w:r></w:p></w:body></w:document>';
const tenThousandEntries = makeZip(Array.from({ length: 10_001 }, (_, index) => ({ name: `${index}`, content: '' })));

function mailOf(parts: number, part: string): Buffer {
  return Buffer.from(`Subject: x\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n${`--b\r\n${part}\r\n`.repeat(parts)}--b--\r\n`);
}

function nestedMail(depth: number): Buffer {
  const open = Array.from({ length: depth }, (_, index) => `Content-Type: multipart/mixed; boundary=b${index}\r\n\r\n--b${index}\r\n`);
  return Buffer.from(`Subject: x\r\n${open.join('')}Content-Type: text/plain\r\n\r\nhello\r\n`);
}

/** A PDF encrypted by the standard of PDF 1.4, with an unknown password. */
function lockedPdf(): Buffer {
  const key = Buffer.alloc(16, 7);
  const noise = createCipheriv('aes-128-ecb', key, null).update(Buffer.alloc(32, 1)).toString('hex').slice(0, 64);
  const encryption = `<< /Filter /Standard /V 2 /R 3 /Length 128 /P -4 /O <${noise}> /U <${noise}> >>`;
  return writePdf(
    ['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [] /Count 0 >>', encryption],
    '/Encrypt 3 0 R /ID [<00> <00>]',
  );
}

const whole = makeDocx(paragraph('Hello'));
const wholePdf = makePdf([['Hello']]);

/** Files that must be refused, each with its reason. */
export const hostileFiles: readonly [what: string, source: TextSource, bytes: Buffer, reason: TextFailure][] = [
  ['a PDF with a password', 'pdf', lockedPdf(), 'password'],
  ['a PDF that is cut off after its first line', 'pdf', wholePdf.subarray(0, 20), 'damaged'],
  ['a PDF of zeros', 'pdf', Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(mebibyte)]), 'damaged'],
  ['an empty file under the name of a PDF', 'pdf', Buffer.alloc(0), 'damaged'],
  ['a picture under the name of a PDF', 'pdf', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), 'damaged'],
  ['a Word file with 10,000 nested elements', 'docx', docxOf(`<w:document ${names}>${nested('w:p', 10_000, '')}</w:document>`), 'too_deep'],
  ['a workbook with 10,000 nested elements', 'xlsx', makeXlsx({ A: nested('c', 10_000, '') }), 'too_deep'],
  ['slides with 10,000 nested elements', 'pptx', makePptx([{ shapes: nested('p:grpSp', 10_000, '') }]), 'too_deep'],
  ['an OpenDocument text with 10,000 nested elements', 'odt', makeOdt(nested('text:span', 10_000, 'x')), 'too_deep'],
  ['a document that unpacks to more than 64 MiB', 'docx', bomb, 'too_large'],
  ['a sheet that unpacks to more than 64 MiB', 'xlsx', makeXlsx({ A: ' '.repeat(65 * mebibyte) }), 'too_large'],
  [
    'a document that says it is 10 bytes long',
    'docx',
    docxOf(`<w:document>${' '.repeat(65 * mebibyte)}</w:document>`, { sizeBytes: 10 }),
    'too_large',
  ],
  ['XML whose entities multiply', 'docx', docxOf(entities), 'has_entities'],
  ['XML with an entity from another file', 'docx', docxOf(external), 'has_entities'],
  ['an OpenDocument text with entities', 'odt', makeZip([{ name: 'content.xml', content: '<!DOCTYPE x><x/>' }]), 'has_entities'],
  ['relations with entities', 'pptx', makeZip([{ name: '_rels/.rels', content: '<!DOCTYPE x [<!ENTITY a "b">]><x/>' }]), 'has_entities'],
  ['a mail with 2,000 attachments', 'eml', mailOf(2000, 'Content-Disposition: attachment; filename=a\r\n\r\nx'), 'too_many_parts'],
  ['a mail with 1,000 levels of parts', 'eml', nestedMail(1000), 'too_deep'],
  ['a mail with a head of 3 MB', 'eml', Buffer.from(`Subject: x\r\n${'X-A: b\r\n'.repeat(400_000)}\r\nhello`), 'damaged'],
  [
    'a mail in another encoding than it names',
    'eml',
    Buffer.from('Content-Type: text/plain; charset=utf-8\r\n\r\n\xe4\xf6\xfc sch\xf6n', 'latin1'),
    'wrong_encoding',
  ],
  [
    'XML in another encoding than it names',
    'docx',
    docxOf(Buffer.from('<?xml version="1.0" encoding="UTF-8"?><a>\xe4</a>', 'latin1')),
    'wrong_encoding',
  ],
  ['XML in an encoding that nobody knows', 'docx', docxOf('<?xml version="1.0" encoding="x-klingon"?><a/>'), 'wrong_encoding'],
  ['XML that ends in the middle of UTF-16', 'docx', docxOf(Buffer.from([0xff, 0xfe, 0x3c, 0x00, 0x61])), 'wrong_encoding'],
  ['XML that is not closed', 'docx', docxOf(`<w:document ${names}><w:body>`), 'damaged'],
  ['XML with an entity that nobody declared', 'docx', docxOf('<a>&nobody;</a>'), 'damaged'],
  ['an Office file with a password', 'xlsx', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'password'],
  ['an archive that is cut off', 'docx', whole.subarray(0, whole.length - 40), 'damaged'],
  ['an archive with a wrong checksum', 'docx', docxOf(`<w:document ${names}/>`, { crc: 1 }), 'damaged'],
  ['an archive with an unknown method', 'docx', docxOf(`<w:document ${names}/>`, { method: 99 }), 'damaged'],
  ['an archive whose entry lies outside of it', 'docx', docxOf('<a/>', { headerAt: 0x7fffffff }), 'damaged'],
  ['an archive whose entry is longer than it', 'docx', docxOf('<a/>', { packedBytes: 0x7fffffff }), 'damaged'],
  [
    'an archive whose entry is not deflated',
    'docx',
    makeZip([mainRelation, { name: 'word/document.xml', content: 'a', packed: Buffer.alloc(100, 0xff) }]),
    'damaged',
  ],
  ['an archive with an encrypted entry', 'docx', docxOf('<a/>', { flags: 1 }), 'password'],
  ['an archive with more than 10,000 entries', 'docx', tenThousandEntries, 'too_many_parts'],
  ['an archive without a document', 'docx', makeZip([{ name: 'a.txt', content: 'x' }]), 'damaged'],
  ['an archive without the document that it names', 'docx', makeZip([mainRelation]), 'damaged'],
  ['an OpenDocument text with a password', 'odt', makeOdt('', '<manifest:encryption-data/>'), 'password'],
  ['an OpenDocument text without contents', 'odt', makeZip([{ name: 'mimetype', content: 'x' }]), 'damaged'],
  ['a document with more than 10 MiB of text', 'docx', makeDocx(paragraph('word '.repeat(1000)).repeat(2200)), 'too_much_text'],
  [
    'a workbook that repeats one string without end',
    'xlsx',
    makeXlsx({ A: '<row><c t="s"><v>0</v></c></row>'.repeat(20_000) }, { strings: [`<t>${'x'.repeat(1000)}</t>`] }),
    'too_much_text',
  ],
  [
    'a workbook whose filled cells lie on a diagonal',
    'xlsx',
    makeXlsx({ A: Array.from({ length: 5000 }, (_, index) => `<row><c r="${letters(index)}1"><v>1</v></c></row>`).join('') }),
    'too_much_text',
  ],
  [
    'a relation that leads out of the archive',
    'docx',
    makeZip([{ name: '_rels/.rels', content: relationsPart([['rId1', 'officeDocument', '../../../etc/passwd']]) }]),
    'damaged',
  ],
];

function letters(column: number): string {
  return column < 26 ? String.fromCharCode(65 + column) : letters(Math.floor(column / 26) - 1) + letters(column % 26);
}
