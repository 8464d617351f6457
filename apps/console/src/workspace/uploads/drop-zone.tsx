import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import styles from './drop-zone.module.css';
import { droppedFiles, type Found } from './dropped-files.ts';

interface DropZoneProps {
  /** Action on dropped files, in words. */
  title: string;
  /** Undefined if nothing can be added. */
  onFiles: ((files: Promise<Found>) => void) | undefined;
  children: ReactNode;
}

/** Part of the page that accepts dropped files and folders. */
export function DropZone({ title, onFiles, children }: DropZoneProps) {
  const [isOver, setOver] = useState(false);
  // Counts entered elements, because nested elements fire their own events. At zero, the pointer has left.
  const depth = useRef(0);
  const move = (event: DragEvent, step: number) => {
    if (!onFiles || !hasFiles(event)) return;
    event.preventDefault();
    depth.current += step;
    setOver(depth.current > 0);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: people who cannot drop files have the button
    <div
      className={styles.zone}
      onDragEnter={(event) => move(event, 1)}
      onDragOver={(event) => move(event, 0)}
      onDragLeave={(event) => move(event, -1)}
      onDrop={(event) => {
        if (!onFiles || !hasFiles(event)) return;
        event.preventDefault();
        depth.current = 0;
        setOver(false);
        onFiles(droppedFiles(event.dataTransfer.items));
      }}
    >
      {children}
      {isOver && <div className={styles.over}>{title}</div>}
    </div>
  );
}

function hasFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer.types.includes('Files');
}
