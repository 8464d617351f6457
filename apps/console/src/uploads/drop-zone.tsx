import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import styles from './drop-zone.module.css';

interface DropZoneProps {
  /** What happens to what is dropped here. */
  title: string;
  onFiles: (files: File[]) => void;
  children: ReactNode;
}

/** A part of the page that takes files which are dropped on it. */
export function DropZone({ title, onFiles, children }: DropZoneProps) {
  const [isOver, setOver] = useState(false);
  // Each element within tells of it by itself: the person has left when as many were left as were entered.
  const depth = useRef(0);
  const move = (event: DragEvent, step: number) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    depth.current += step;
    setOver(depth.current > 0);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: who cannot drop has the button
    <div
      className={styles.zone}
      onDragEnter={(event) => move(event, 1)}
      onDragOver={(event) => move(event, 0)}
      onDragLeave={(event) => move(event, -1)}
      onDrop={(event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        depth.current = 0;
        setOver(false);
        onFiles(filesOf(event));
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

/** Folders are left out: the browser gives them as files that cannot be read. */
function filesOf({ dataTransfer }: DragEvent): File[] {
  return [...dataTransfer.items].flatMap((item) => (item.webkitGetAsEntry()?.isDirectory ? [] : (item.getAsFile() ?? [])));
}
