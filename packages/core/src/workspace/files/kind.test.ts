import { describe, expect, it } from 'vitest';
import { describeFile } from './kind.ts';

const latin1 = (text: string) => Buffer.from(text, 'latin1');
const binary = Buffer.concat([Buffer.from([0x80, 0x00, 0xc3, 0x28]), Buffer.alloc(60, 0xee)]);
const png = latin1('\x89PNG\r\n\x1a\n\0\0\0\rIHDR');
const zip = latin1('PK\x03\x04\x14\0\x06\0');
const tar = Buffer.alloc(1024);
tar.write('notes.txt');
tar.write('ustar\0', 257, 'latin1');
const transportStream = Buffer.alloc(188 * 3);
for (const packet of [0, 188, 376]) transportStream[packet] = 0x47;

describe('describeFile recognizes the bytes of (D18)', () => {
  const prefixes: [string, Buffer, string, string][] = [
    ['PNG', png, 'image', 'image/png'],
    ['JPEG', latin1('\xff\xd8\xff\xe0\0\x10JFIF\0'), 'image', 'image/jpeg'],
    ['GIF', latin1('GIF89a\x01\0\x01\0\x80\0\0'), 'image', 'image/gif'],
    ['WEBP', latin1('RIFF\x24\0\0\0WEBPVP8 '), 'image', 'image/webp'],
    ['BMP', latin1('BM\x46\0\0\0\0\0\0\0\x36\0\0\0\x28\0\0\0'), 'image', 'image/bmp'],
    ['TIFF, little endian', latin1('II*\0\x08\0\0\0'), 'image', 'image/tiff'],
    ['TIFF, big endian', latin1('MM\0*\0\0\0\x08'), 'image', 'image/tiff'],
    ['ICO', latin1('\0\0\x01\0\x01\0\x10\x10\0\0'), 'image', 'image/x-icon'],
    ['AVIF', latin1('\0\0\0\x20ftypavif\0\0\0\0'), 'image', 'image/avif'],
    ['HEIC', latin1('\0\0\0\x18ftypheic\0\0\0\0'), 'image', 'image/heic'],
    ['JPEG XL', latin1('\0\0\0\x0cJXL \r\n\x87\n'), 'image', 'image/jxl'],
    ['PDF', latin1('%PDF-1.7\n1 0 obj\n'), 'pdf', 'application/pdf'],
    ['ZIP', zip, 'archive', 'application/zip'],
    ['an empty ZIP', Buffer.concat([latin1('PK\x05\x06'), Buffer.alloc(18)]), 'archive', 'application/zip'],
    ['GZIP', latin1('\x1f\x8b\x08\0'), 'archive', 'application/gzip'],
    ['BZIP2', latin1('BZh91AY&SY\xa0'), 'archive', 'application/x-bzip2'],
    ['XZ', latin1('\xfd7zXZ\0'), 'archive', 'application/x-xz'],
    ['ZSTD', latin1('\x28\xb5\x2f\xfd\x04'), 'archive', 'application/zstd'],
    ['7z', latin1('7z\xbc\xaf\x27\x1c\0\x04'), 'archive', 'application/x-7z-compressed'],
    ['RAR', latin1('Rar!\x1a\x07\x01\0'), 'archive', 'application/vnd.rar'],
    ['tar', tar, 'archive', 'application/x-tar'],
    ['MP3 with ID3', latin1('ID3\x04\0\0\0\0\0\x23'), 'audio', 'audio/mpeg'],
    ['MP3 from its first frame', latin1('\xff\xfb\x90\x64\0'), 'audio', 'audio/mpeg'],
    ['WAV', latin1('RIFF\x24\0\0\0WAVEfmt \x10\0\0\0'), 'audio', 'audio/wav'],
    ['FLAC', latin1('fLaC\0\0\0"'), 'audio', 'audio/flac'],
    ['OGG', latin1('OggS\0\x02'), 'audio', 'audio/ogg'],
    ['M4A', latin1('\0\0\0\x20ftypM4A \0\0\0\0'), 'audio', 'audio/mp4'],
    ['MIDI', latin1('MThd\0\0\0\x06\0\x01'), 'audio', 'audio/midi'],
    ['MP4', latin1('\0\0\0\x20ftypisom\0\0\x02\0'), 'video', 'video/mp4'],
    ['MOV', latin1('\0\0\0\x14ftypqt  \0\0\0\0'), 'video', 'video/quicktime'],
    ['WEBM', latin1('\x1aE\xdf\xa3\x9fB\x86\x81\x01B\x82\x84webm'), 'video', 'video/webm'],
    ['MKV', latin1('\x1aE\xdf\xa3\xa3B\x86\x81\x01B\x82\x88matroska'), 'video', 'video/x-matroska'],
    ['AVI', latin1('RIFF\x24\0\0\0AVI LIST'), 'video', 'video/x-msvideo'],
    ['an MPEG transport stream', transportStream, 'video', 'video/mp2t'],
    ['WASM', latin1('\0asm\x01\0\0\0'), 'other', 'application/wasm'],
    ['ELF', latin1('\x7fELF\x02\x01\x01\0'), 'other', 'application/x-elf'],
    ['a Windows program', latin1('MZ\x90\0\x03\0\0\0'), 'other', 'application/vnd.microsoft.portable-executable'],
    ['SQLite', latin1('SQLite format 3\0\x10\0'), 'other', 'application/vnd.sqlite3'],
    ['WOFF', latin1('wOFF\0\x01\0\0'), 'other', 'font/woff'],
    ['WOFF2', latin1('wOF2\0\x01\0\0'), 'other', 'font/woff2'],
    ['TrueType', latin1('\0\x01\0\0\0\x0f'), 'other', 'font/ttf'],
    ['OpenType', latin1('OTTO\0\x0b'), 'other', 'font/otf'],
    ['an old Office file', latin1('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\0'), 'other', 'application/x-ole-storage'],
  ];
  it.each(prefixes)('%s, for any name and any declared type', (_format, bytes, kind, mimeType) => {
    expect(describeFile({ bytes, name: 'notes.md', declaredMimeType: 'text/plain' })).toEqual({ kind, mimeType, isText: false });
  });
});

describe('describeFile treats as text (D18)', () => {
  const text = (name: string, content = 'x') => describeFile({ bytes: Buffer.from(content), name });
  const names: [string, string][] = [
    ['a.md', 'text/markdown'],
    ['a.TXT', 'text/plain'],
    ['a.json', 'application/json'],
    ['a.yml', 'application/yaml'],
    ['a.csv', 'text/csv'],
    ['a.html', 'text/html'],
    ['a.css', 'text/css'],
    ['a.js', 'text/javascript'],
    ['a.ts', 'text/typescript'],
    ['a.py', 'text/x-python'],
    ['drawing.svg', 'image/svg+xml'],
    ['Makefile', 'text/plain'],
    ['a.unknown', 'text/plain'],
    ['a.constructor', 'text/plain'],
    ['trailing.', 'text/plain'],
    ['', 'text/plain'],
  ];
  it.each(names)('UTF-8 without NUL: %j as %s', (name, mimeType) => {
    expect(text(name)).toEqual({ kind: 'text', mimeType, isText: true });
  });

  it('an empty file', () => {
    expect(text('a.md', '')).toEqual({ kind: 'text', mimeType: 'text/markdown', isText: true });
  });

  it('text after a byte order mark', () => {
    expect(text('a.csv', '\ufeffname;city').isText).toBe(true);
  });

  it.each([
    'BMW is a make of cars',
    'GIF89a is a format',
    'MZ',
    'ID3 tags',
    'OTTO writes',
    'RIFFxxxxWAVE',
    'PK',
    'moovmoovmoov',
    '1234ftypisom',
  ])('prose that starts like a signature: %s', (content) => {
    expect(text('a.md', content)).toEqual({ kind: 'text', mimeType: 'text/markdown', isText: true });
  });

  it('UTF-8 with the name of a picture, but not as that picture', () => {
    expect(text('photo.png')).toEqual({ kind: 'text', mimeType: 'text/plain', isText: true });
  });
});

describe('describeFile does not treat as text (D18)', () => {
  const isText = (bytes: Buffer) => describeFile({ bytes, name: 'a.txt' }).isText;

  it('a NUL anywhere', () => expect(isText(Buffer.from(`${'a'.repeat(70_000)}\0`))).toBe(false));
  it('an invalid byte at the very end', () => expect(isText(Buffer.concat([Buffer.alloc(70_000, 'a'), Buffer.from([0xc3])]))).toBe(false));
  it('surrogates written as UTF-8', () => expect(isText(Buffer.from([0xed, 0xa0, 0x80]))).toBe(false));
  it('UTF-16', () => {
    const utf16 = { kind: 'other', mimeType: 'application/octet-stream', isText: false };
    expect(describeFile({ bytes: Buffer.from('\ufeffhello', 'utf16le'), name: 'a.txt' })).toEqual(utf16);
  });
});

describe('describeFile without a signature', () => {
  it('uses the extension (D18)', () => {
    expect(describeFile({ bytes: binary, name: 'song.AAC' })).toEqual({ kind: 'audio', mimeType: 'audio/aac', isText: false });
  });

  it('reports only "bytes" if the extension means text (D18)', () => {
    expect(describeFile({ bytes: binary, name: 'a.svg' })).toEqual({ kind: 'other', mimeType: 'application/octet-stream', isText: false });
  });
});

describe('the MIME type from the caller (D18)', () => {
  const typeOf = (bytes: Buffer, name: string, declaredMimeType: string) => describeFile({ bytes, name, declaredMimeType }).mimeType;
  const prose = Buffer.from('# Title');

  it('is used if it agrees, in lower case and without parameters', () => {
    expect(typeOf(prose, 'a', ' Text/X-Org ; charset=utf-8')).toBe('text/x-org');
    expect(typeOf(prose, 'a.txt', 'application/vnd.acme+json')).toBe('application/vnd.acme+json');
    expect(typeOf(binary, 'a', 'application/vnd.acme')).toBe('application/vnd.acme');
    expect(typeOf(binary, 'a.aac', 'audio/x-acme')).toBe('audio/x-acme');
  });

  it('is ignored if the class differs', () => {
    expect(typeOf(prose, 'a.md', 'image/png')).toBe('text/markdown');
    expect(typeOf(binary, 'a', 'image/png')).toBe('application/octet-stream');
    expect(typeOf(binary, 'a', 'text/html')).toBe('application/octet-stream');
  });

  it('never overrides a signature', () => {
    expect(typeOf(png, 'a.jpg', 'image/jpeg')).toBe('image/png');
  });

  it.each(['text', 'text/', '/plain', 'text/pl ain', 'text/plain\r\nx: y', 'text/é', '', `text/${'a'.repeat(200)}`])(
    'is ignored if malformed: %j',
    (declared) => {
      expect(typeOf(prose, 'a.md', declared)).toBe('text/markdown');
    },
  );

  it('is ignored if it is unspecific', () => {
    expect(typeOf(prose, 'a.md', 'application/octet-stream')).toBe('text/markdown');
    expect(typeOf(binary, 'a.ttf', 'application/octet-stream')).toBe('font/ttf');
  });
});

describe('a container', () => {
  it.each([
    ['a.docx', 'other', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
    ['a.xlsx', 'other', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
    ['a.pptx', 'other', 'application/vnd.openxmlformats-officedocument.presentationml.presentation'],
    ['a.odt', 'other', 'application/vnd.oasis.opendocument.text'],
    ['a.epub', 'other', 'application/epub+zip'],
    ['a.jar', 'archive', 'application/java-archive'],
    ['a.zip', 'archive', 'application/zip'],
    ['a.png', 'archive', 'application/zip'],
  ])('of ZIP form is named by its extension: %s', (name, kind, mimeType) => {
    expect(describeFile({ bytes: zip, name })).toEqual({ kind, mimeType, isText: false });
    expect(describeFile({ bytes: zip, name, declaredMimeType: 'application/zip' })).toEqual({ kind, mimeType, isText: false });
  });

  it('is named by the caller if it has no extension', () => {
    const declaredMimeType = 'application/epub+zip';
    expect(describeFile({ bytes: zip, name: 'book', declaredMimeType }).mimeType).toBe(declaredMimeType);
  });

  it('is named by its extension in the old Office format', () => {
    expect(describeFile({ bytes: latin1('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'), name: 'a.xls' }).mimeType).toBe('application/vnd.ms-excel');
  });

  it('can be audio in the MP4 format', () => {
    expect(describeFile({ bytes: latin1('\0\0\0\x20ftypisom\0\0\x02\0'), name: 'a.m4a' })).toEqual({
      kind: 'audio',
      mimeType: 'audio/mp4',
      isText: false,
    });
  });
});
