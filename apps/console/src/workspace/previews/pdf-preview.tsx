import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist';
import { useEffect, useRef, useState } from 'react';
import { FirstRows } from '../../kernel/states/first-rows.tsx';
import { NotShown } from './not-shown.tsx';
import { openPdf } from './open-pdf.ts';
import styles from './previews.module.css';

/** Maximum pages to lay out. The original file has all pages. */
const maxPages = 2000;

/** Pages of a PDF. Each page is drawn when it scrolls near the view. */
export function PdfPreview({ address, name }: { address: string; name: string }) {
  const [opened, setOpened] = useState<{ document: PDFDocumentProxy; size: Size }>();
  const [isRefused, setRefused] = useState(false);
  useEffect(() => {
    const pdf = openPdf(address);
    let isOpen = true;
    const open = async () => {
      const document = await pdf.document;
      const { width, height } = (await document.getPage(1)).getViewport({ scale: 1 });
      if (isOpen) setOpened({ document, size: { width, height } });
    };
    open().catch(() => isOpen && setRefused(true));
    return () => {
      isOpen = false;
      setOpened(undefined);
      setRefused(false);
      pdf.close();
    };
  }, [address]);
  if (isRefused) return <NotShown>This PDF is damaged or locked with a password.</NotShown>;
  if (!opened) return <FirstRows />;
  const { document, size } = opened;
  const count = Math.min(document.numPages, maxPages);
  return (
    <div className={styles.pages} role="group" aria-label={`Pages of ${name}`}>
      {Array.from({ length: count }, (_, index) => index + 1).map((number) => (
        <Page key={number} document={document} number={number} size={size} />
      ))}
      {count < document.numPages && <NotShown>Only the first {maxPages} pages are shown.</NotShown>}
    </div>
  );
}

interface Size {
  width: number;
  height: number;
}

/** One page. Until it is drawn, it has the proportions of the first page. */
function Page({ document, number, size }: { document: PDFDocumentProxy; number: number; size: Size }) {
  const place = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [isNear, setNear] = useState(false);
  const [own, setOwn] = useState<Size>();
  const [text, setText] = useState('');
  useEffect(() => {
    if (!place.current) return undefined;
    const observer = new IntersectionObserver(([entry]) => setNear(entry?.isIntersecting ?? false), { rootMargin: '600px' });
    observer.observe(place.current);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    const drawnOn = canvas.current;
    if (!isNear || !drawnOn) return undefined;
    const drawing = draw(document, number, drawnOn, setOwn, setText);
    return () => {
      drawing.abort();
      // Pages out of sight hold no pixels.
      drawnOn.width = 0;
    };
  }, [document, number, isNear]);
  const { width, height } = own ?? size;
  return (
    <div ref={place} className={styles.page} style={{ aspectRatio: `${width} / ${height}` }}>
      <canvas ref={canvas} />
      <p className={styles.aloud}>
        Page {number}: {text}
      </p>
    </div>
  );
}

/** Draws a page at the width of its element, and reads its text for screen readers and the browser's search. */
function draw(
  document: PDFDocumentProxy,
  number: number,
  canvas: HTMLCanvasElement,
  sized: (size: Size) => void,
  said: (text: string) => void,
): AbortController {
  const over = new AbortController();
  const run = async () => {
    const page = await document.getPage(number);
    const { width, height } = page.getViewport({ scale: 1 });
    if (over.signal.aborted) return;
    sized({ width, height });
    await drawPage(page, canvas, over.signal);
    const { items } = await page.getTextContent();
    if (!over.signal.aborted) said(items.map((item) => ('str' in item ? item.str : '')).join(' '));
  };
  run().catch(() => {
    if (!over.signal.aborted) said("This page couldn't be shown.");
  });
  return over;
}

const mostDensity = 2;

async function drawPage(page: PDFPageProxy, canvas: HTMLCanvasElement, signal: AbortSignal): Promise<void> {
  const { width } = page.getViewport({ scale: 1 });
  const density = Math.min(mostDensity, window.devicePixelRatio);
  const viewport = page.getViewport({ scale: (canvas.clientWidth * density) / width });
  canvas.width = Math.floor(viewport.width);
  canvas.height = Math.floor(viewport.height);
  const task = page.render({ canvas, viewport });
  signal.addEventListener('abort', () => task.cancel());
  await task.promise;
}
