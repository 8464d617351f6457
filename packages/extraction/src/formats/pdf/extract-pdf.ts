import path from 'node:path';
import type { PDFPageProxy } from 'pdfjs-dist';
import { getDocument, PasswordException, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.min.mjs';
import { WorkerMessageHandler } from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs';
import type { TextItem } from 'pdfjs-dist/types/src/display/api.js';
import { ExtractionFailure } from '../../extraction-failure.ts';
import type { Output } from '../../output.ts';
import { characterMaps } from '../../process/program-folders.ts';

const maxPages = 10_000;

// Runs PDF.js without its own thread, because this process does nothing else.
Object.assign(globalThis, { pdfjsWorker: { WorkerMessageHandler } });

/** Extracts the text of each page, if the file contains it as text. Pictures are not read, and actions in the file never run. */
export async function extractPdf(bytes: Buffer, output: Output): Promise<void> {
  const task = getDocument({
    data: new Uint8Array(bytes),
    cMapUrl: `${characterMaps}${path.sep}`,
    cMapPacked: true,
    enableXfa: false,
    isImageDecoderSupported: false,
    isOffscreenCanvasSupported: false,
    disableFontFace: true,
    useSystemFonts: false,
    useWasm: false,
    useWorkerFetch: false,
    verbosity: VerbosityLevel.ERRORS,
  });
  try {
    const document = await task.promise;
    if (document.numPages > maxPages) throw new ExtractionFailure('too_many_parts');
    for (let number = 1; number <= document.numPages; number++) {
      const page = await document.getPage(number);
      output.heading(`## Page ${number}`);
      output.block(await textOf(page));
      page.cleanup();
    }
  } catch (cause) {
    throw cause instanceof ExtractionFailure
      ? cause
      : new ExtractionFailure(cause instanceof PasswordException ? 'password' : 'damaged', { cause });
  } finally {
    await task.destroy();
  }
}

async function textOf(page: PDFPageProxy): Promise<string> {
  const { items } = await page.getTextContent();
  const isDrawnAgain = overprints();
  const pieces = items.map((item) => {
    if (!('str' in item)) return '';
    return (isDrawnAgain(item) ? '' : item.str) + (item.hasEOL ? '\n' : '');
  });
  return pieces
    .join('')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .replaceAll('\0', '')
    .trim();
}

/** Recognizes text that is drawn again over itself to look bold or outlined. The two letters in "ll" are farther apart. */
function overprints(): (item: TextItem) => boolean {
  const drawn = new Map<string, readonly [x: number, y: number]>();
  return ({ str, transform, width, height }) => {
    const [x, y]: [number, number] = [transform[4], transform[5]];
    const before = drawn.get(str);
    if (before !== undefined && Math.hypot(x - before[0], y - before[1]) <= Math.min(width / 2, height / 4)) return true;
    drawn.set(str, [x, y]);
    return false;
  };
}
