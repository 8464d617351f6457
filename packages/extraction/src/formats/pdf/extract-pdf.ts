import path from 'node:path';
import { getDocument, PasswordException, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.min.mjs';
import { WorkerMessageHandler } from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs';
import { ExtractionFailure } from '../../extraction-failure.ts';
import type { Output } from '../../output.ts';
import { characterMaps } from '../../process/program-folders.ts';
import { annotationTexts } from './annotation-texts.ts';
import { pageText } from './page-text.ts';

const maxPages = 10_000;

// Runs PDF.js without its own thread, because this process does nothing else.
Object.assign(globalThis, { pdfjsWorker: { WorkerMessageHandler } });

/**
 * Extracts the text of each page, if the file contains it as text, and what people filled in or noted there. Pictures are not read, and
 * actions in the file never run.
 */
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
      output.block(pageText(await page.getTextContent()));
      for (const text of annotationTexts(await page.getAnnotations())) output.block(text);
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
