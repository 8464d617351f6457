import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Extracted, TextSource } from '@gatehouse/domain';
import { openExtractor } from '@gatehouse/extraction';
import { partInOrder } from '../files/word-order.ts';
import { openNpmPackages } from './npm-packages.ts';

/** Packages with files written by office programs, and libraries that read such files independently. No install scripts are run. */
const packages = [
  'carbone@3.8.2',
  'docx4js@3.3.0',
  'docxtemplater@3.0.0',
  'libreoffice-convert@1.8.2',
  'mammoth@1.13.0',
  'pdf-parse@1.1.1',
  'pptx2json@0.0.10',
  'xlsx-populate@1.21.0',
];

/** Expected text of files that no npm library can read, entered by hand. */
const readByHand: Record<string, string> = {
  'carbone/examples/simple.odt': 'Hello {d.firstname} {d.lastname} !',
  'docx4js/__tests__/files/loader.pptx': 'hello How are you doing Good moarning This is a solution',
  'docx4js/__tests__/files/loader.xlsx': 'test',
  'pptx2json/fixtures/test.pptx': 'パワポ・テスト 難しい髙 フォント メイリオ ありがとう ございました someone@example.com',
};

/** Files that are damaged or locked. */
const failing: Record<string, string> = {
  'pdf-parse/test/data/03-invalid.pdf': 'damaged',
  'xlsx-populate/examples/encryption/in.xlsx': 'password',
  'xlsx-populate/examples/encryption/out.xlsx': 'password',
};

const least = 0.95;

/** Extracts the text of files that programs wrote, and compares it with what other libraries, or people, read in them. */
export async function readRealFiles(): Promise<string[]> {
  using installed = await openNpmPackages(packages);
  const extractor = openExtractor({ refuse: () => new Error('too many') });
  try {
    const modules = installed.at();
    const names = packages.map((name) => name.slice(0, name.lastIndexOf('@')));
    const files = names.flatMap((name) => globSync(`${name}/**/*.{pdf,docx,xlsx,pptx,odt}`, { cwd: modules }));
    const wrong: string[] = [];
    for (const file of files.filter((name) => !name.includes('/node_modules/'))) {
      const bytes = readFileSync(path.join(modules, file));
      const source = path.extname(file).slice(1) as TextSource;
      const extracted = await extractor.extract({ source, sizeBytes: bytes.length, bytes: [bytes] }, 'nightly');
      const fault = await faultOf(file, extracted, modules);
      process.stdout.write(`  ${file}: ${fault ?? 'as it should be'}\n`);
      if (fault !== undefined) wrong.push(`${file}: ${fault}`);
    }
    return files.length < 40 ? [...wrong, `only ${files.length} files were found`] : wrong;
  } finally {
    await extractor.close();
  }
}

async function faultOf(file: string, extracted: Extracted, modules: string): Promise<string | undefined> {
  const reason = failing[file];
  if (reason !== undefined)
    return extracted.state === 'failed' && extracted.reason === reason
      ? undefined
      : `it did not fail, or for another reason than ${reason}`;
  if (extracted.state === 'failed') return `it failed: ${extracted.reason}`;
  const part = partInOrder(await referenceOf(file, modules), extracted.state === 'ready' ? extracted.text : '');
  return part >= least ? undefined : `it has ${Math.round(part * 100)} % of the words in their order`;
}

/** The text of a file as another library reads it. */
async function referenceOf(file: string, modules: string): Promise<string> {
  const known = readByHand[file];
  if (known !== undefined) return known;
  const load = createRequire(path.join(modules, 'none.js'));
  const absolute = path.join(modules, file);
  switch (path.extname(file)) {
    case '.docx':
      return (await load('mammoth').extractRawText({ path: absolute })).value;
    case '.pdf':
      return (await load('pdf-parse/lib/pdf-parse.js')(readFileSync(absolute))).text;
    case '.xlsx':
      return await cellsOf(load('xlsx-populate'), absolute);
    default:
      throw new Error('nobody has read this file: read it, and write down what is in it');
  }
}

interface Sheet {
  usedRange(): { value(): unknown[][] } | undefined;
}

async function cellsOf(library: { fromFileAsync(file: string): Promise<{ sheets(): Sheet[] }> }, file: string): Promise<string> {
  const workbook = await library.fromFileAsync(file);
  const values = workbook.sheets().flatMap((sheet) => sheet.usedRange()?.value() ?? []);
  // Numbers are compared as people read them, and words are what this is about.
  return values
    .flat()
    .filter((value) => typeof value === 'string')
    .join(' ');
}
