import { GlobalWorkerOptions, getDocument, type PDFDocumentProxy, VerbosityLevel } from 'pdfjs-dist';

/** A picture of more pixels is left out: a small file may describe one that no browser can hold. */
const maxImagePixels = 64 * 1024 * 1024;

export interface OpenPdf {
  document: Promise<PDFDocumentProxy>;
  close(): void;
}

/** Reads a PDF from an address, as far as it is looked at. Nothing that it says to do is done: no script, no form, no link. */
export function openPdf(address: string): OpenPdf {
  GlobalWorkerOptions.workerPort ??= new Worker(new URL('./pdf-worker.ts', import.meta.url), { type: 'module' });
  const task = getDocument({
    url: address,
    disableAutoFetch: true,
    enableXfa: false,
    maxImageSize: maxImagePixels,
    useWasm: false,
    // What is odd in a file is no concern of who looks at the console of the page.
    verbosity: VerbosityLevel.ERRORS,
  });
  return { document: task.promise, close: () => void task.destroy() };
}
