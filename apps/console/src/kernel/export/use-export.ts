import { useEffect, useRef, useState } from 'react';
import { sayDone, sayFailed } from '../notices/notices.ts';
import { messageOf } from '../states/failed.tsx';
import { type CollectOptions, collectParts } from './collect-parts.ts';

export interface Export {
  /** Rows so far. Undefined while nothing is exported. */
  rows: number | undefined;
  start: (fileName: string, ask: CollectOptions['ask']) => Promise<void>;
  stop: () => void;
}

const leftPage = 'the page was left';

/** Downloads a file that comes in parts. It ends with the page. */
export function useExport(): Export {
  const [rows, setRows] = useState<number>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(leftPage), []);
  return {
    rows,
    stop: () => running.current?.abort(),
    async start(fileName, ask) {
      const controller = new AbortController();
      running.current = controller;
      const { signal } = controller;
      setRows(0);
      try {
        save(new Blob(await collectParts({ ask, signal, onRows: setRows })), fileName);
        sayDone(`${fileName} is in your downloads.`);
      } catch (error) {
        if (!signal.aborted) sayFailed(`${fileName} was not saved. ${messageOf(error)}`, error);
        else if (signal.reason === leftPage) sayFailed(`${fileName} was not saved because you left the page.`);
      }
      running.current = undefined;
      setRows(undefined);
    },
  };
}

function save(blob: Blob, fileName: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = fileName;
  link.click();
  // The browser has taken it by the next turn.
  setTimeout(() => URL.revokeObjectURL(link.href));
}
