import { type ReactNode, Suspense } from 'react';
import { partCode } from '../../kernel/loading/page-code.tsx';
import { FirstRows } from '../../kernel/states/first-rows.tsx';
import { NotShown } from './not-shown.tsx';
import styles from './previews.module.css';
import { type PreviewedItem, useAddress } from './use-address.ts';

/** Loaded with the first PDF. */
const PdfPreview = partCode(() => import('./pdf-preview.tsx'), 'PdfPreview');

/** Loaded with the first table. */
const TablePreview = partCode(() => import('./table-preview.tsx'), 'TablePreview');
const separated: ReadonlySet<string> = new Set(['text/csv', 'text/tab-separated-values']);

export interface FilePreviewProps {
  item: PreviewedItem;
  /** Rendered markdown. */
  markdown: (text: string) => ReactNode;
}

/** Preview of a file that a browser can show without running anything in it. */
export function FilePreview({ item, markdown }: FilePreviewProps) {
  if (item.text !== null && item.text.trim() === '') return <NotShown>This file is empty.</NotShown>;
  if (item.text !== null) return <Text item={item} text={item.text} markdown={markdown} />;
  if (item.kind === 'text' || item.kind === 'skill') return <NotShown>This file is too large to show here.</NotShown>;
  return <Bytes item={item} />;
}

function Text({ item, text, markdown }: FilePreviewProps & { text: string }) {
  if (item.kind === 'skill' || item.mimeType === 'text/markdown') return markdown(text);
  if (separated.has(item.mimeType))
    return (
      <Suspense fallback={<FirstRows />}>
        <TablePreview text={text} name={item.name} />
      </Suspense>
    );
  return (
    <>
      {item.mimeType === 'image/svg+xml' && <img className={styles.image} src={asImage(text)} alt={item.name} />}
      <pre className={styles.text}>{text}</pre>
    </>
  );
}

/** Restores the type of an SVG, which is served as bytes because browsers run scripts in it. In an image, they don't. */
function asImage(svg: string): string {
  return `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
}

function Bytes({ item }: { item: PreviewedItem }) {
  const { path, isRefused, renew } = useAddress(item);
  if (path === null) return <NotShown>Previews are turned off here.</NotShown>;
  if (isRefused) return <NotShown>Your browser can't play this file.</NotShown>;
  switch (item.kind) {
    case 'image':
      return <img className={styles.image} src={path} alt={item.name} onError={renew} />;
    case 'audio':
      // biome-ignore lint/a11y/useMediaCaption: there are none beside a file
      return <audio className={styles.audio} src={path} controls preload="metadata" aria-label={item.name} onError={renew} />;
    case 'video':
      // biome-ignore lint/a11y/useMediaCaption: there are none beside a file
      return <video className={styles.video} src={path} controls preload="metadata" aria-label={item.name} onError={renew} />;
    case 'pdf':
      return (
        <Suspense fallback={<FirstRows />}>
          <PdfPreview key={path} address={path} name={item.name} />
        </Suspense>
      );
    default:
      return <NotShown>No preview for this file type.</NotShown>;
  }
}
