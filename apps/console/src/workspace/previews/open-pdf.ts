import { GlobalWorkerOptions, getDocument, type PDFDocumentProxy, VerbosityLevel } from 'pdfjs-dist';

/** A picture of more pixels is left out: a small file may describe one that no browser can hold. */
const maxImagePixels = 64 * 1024 * 1024;

export interface OpenPdf {
  document: Promise<PDFDocumentProxy>;
  close(): void;
}

/** Reads a PDF from an address, page by page as needed. Runs no scripts, forms or links in it. */
export function openPdf(address: string): OpenPdf {
  GlobalWorkerOptions.workerPort ??= new Worker(new URL('./pdf-worker.ts', import.meta.url), { type: 'module' });
  const task = getDocument({
    url: address,
    disableAutoFetch: true,
    enableXfa: false,
    maxImageSize: maxImagePixels,
    useWasm: false,
    // Keeps oddities of a file out of the browser's console.
    verbosity: VerbosityLevel.ERRORS,
  });
  return { document: task.promise, close: () => void task.destroy() };
}
