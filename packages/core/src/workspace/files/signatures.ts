/** MIME type by the first bytes. `isPlainText` means that all bytes are UTF-8 without NUL. */
export function readSignature({ bytes, isPlainText }: { bytes: Buffer; isPlainText: boolean }): string | undefined {
  const head = bytes.toString('latin1', 0, headLength);
  const certain = certainSignatures.find(([pattern]) => pattern.test(head));
  if (certain) return certain[1];
  return isPlainText ? undefined : printableSignatures.find(([pattern]) => pattern.test(head))?.[1];
}

type Signature = readonly [pattern: RegExp, mimeType: string];

/** Length of the head to read. Three packets of an MPEG transport stream are the longest signature. */
const headLength = 3 * 188;

const certainSignatures: readonly Signature[] = [
  [/^%PDF-\d/, 'application/pdf'],
  [/^\x89PNG\r\n\x1a\n/, 'image/png'],
  [/^\xff\xd8\xff/, 'image/jpeg'],
  [/^II[*+]\0|^MM\0[*+]/, 'image/tiff'],
  [/^\0\0\x01\0[^\0]\0/, 'image/x-icon'],
  [/^\0\0\0\x0cJXL \r\n\x87\n/, 'image/jxl'],
  [/^\0\0\0\x0cjP {2}\r\n\x87\n/, 'image/jp2'],
  [/^8BPS\0[\x01\x02]/, 'image/vnd.adobe.photoshop'],
  [/^PK(?:\x03\x04|\x05\x06|\x07\x08)/, 'application/zip'],
  [/^\x1f\x8b/, 'application/gzip'],
  [/^BZh[1-9](?:1AY&SY|\x17rE8P\x90)/, 'application/x-bzip2'],
  [/^\xfd7zXZ\0/, 'application/x-xz'],
  [/^\x28\xb5\x2f\xfd/, 'application/zstd'],
  [/^\x04"M\x18/, 'application/x-lz4'],
  [/^7z\xbc\xaf\x27\x1c/, 'application/x-7z-compressed'],
  [/^Rar!\x1a\x07/, 'application/vnd.rar'],
  [/^MSCF\0{4}/, 'application/vnd.ms-cab-compressed'],
  [/^!<arch>\n/, 'application/x-archive'],
  [/^.{257}ustar/s, 'application/x-tar'],
  [/^ID3[\x02-\x04]/, 'audio/mpeg'],
  // MPEG layer III with a possible bit rate and sampling rate; layer I would take a UTF-16 byte order mark for sound.
  [
    /^\xff[\xe2\xe3\xf2\xf3\xfa\xfb][\x10-\x1b\x20-\x2b\x30-\x3b\x40-\x4b\x50-\x5b\x60-\x6b\x70-\x7b\x80-\x8b\x90-\x9b\xa0-\xab\xb0-\xbb\xc0-\xcb\xd0-\xdb\xe0-\xeb]/,
    'audio/mpeg',
  ],
  [/^\xff[\xf0\xf1\xf8\xf9][\x40-\xbf]/, 'audio/aac'],
  [/^fLaC[\0\x80]\0\0"/, 'audio/flac'],
  [/^OggS\0/, 'audio/ogg'],
  [/^MThd\0\0\0\x06/, 'audio/midi'],
  [/^\x1aE\xdf\xa3.{0,60}webm/s, 'video/webm'],
  [/^\x1aE\xdf\xa3/, 'video/x-matroska'],
  [/^FLV\x01/, 'video/x-flv'],
  [/^0&\xb2u\x8ef\xcf\x11/, 'video/x-ms-asf'],
  [/^\0\0\x01[\xba\xb3]/, 'video/mpeg'],
  [/^\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1/, 'application/x-ole-storage'],
  [/^\0asm/, 'application/wasm'],
  [/^\x7fELF/, 'application/x-elf'],
  [/^[\xce\xcf]\xfa\xed\xfe/, 'application/x-mach-binary'],
  [/^\xca\xfe\xba\xbe/, 'application/java-vm'],
  [/^SQLite format 3\0/, 'application/vnd.sqlite3'],
  [/^wOFF(?:\0\x01\0\0|OTTO|true)/, 'font/woff'],
  [/^wOF2(?:\0\x01\0\0|OTTO|true)/, 'font/woff2'],
  [/^\0\x01\0\0\0/, 'font/ttf'],
  [/^OTTO\0/, 'font/otf'],
  [/^ttcf\0[\x01\x02]\0\0/, 'font/collection'],
];

/**
 * Signatures of letters only. Every such file contains a NUL, so a text that begins with these letters ("BMW …", "GIF89a is …") stays text.
 */
const printableSignatures: readonly Signature[] = [
  [/^GIF8[79]a/, 'image/gif'],
  [/^BM.{4}\0{4}.{4}[\x0c\x28\x34\x38\x40\x6c\x7c]\0{3}/s, 'image/bmp'],
  [/^RIFF.{4}WEBP/s, 'image/webp'],
  [/^RIFF.{4}WAVE/s, 'audio/wav'],
  [/^RIFF.{4}AVI /s, 'video/x-msvideo'],
  [/^FORM.{4}AIF[FC]/s, 'audio/aiff'],
  [/^#!AMR/, 'audio/amr'],
  [/^.{4}ftypavi[fs]/s, 'image/avif'],
  [/^.{4}ftyphe(?:ic|ix|im|is|vc|vx)/s, 'image/heic'],
  [/^.{4}ftypm(?:if1|sf1)/s, 'image/heif'],
  [/^.{4}ftypM4[AB]/s, 'audio/mp4'],
  [/^.{4}ftypqt {2}/s, 'video/quicktime'],
  [/^.{4}ftyp3g/s, 'video/3gpp'],
  [/^.{4}ftyp/s, 'video/mp4'],
  [/^.{4}(?:moov|wide|mdat)/s, 'video/quicktime'],
  [/^G.{187}G.{187}G/s, 'video/mp2t'],
  [/^MZ/, 'application/vnd.microsoft.portable-executable'],
  [/^PAR1/, 'application/vnd.apache.parquet'],
];
