import { useSyncExternalStore } from 'react';
import { sendFile } from './send-file.ts';
import { createUploads, type Upload } from './uploads.ts';

/** The uploads of this tab, on every page (D61). */
export const uploads = createUploads(sendFile);

export function useUploads(): readonly Upload[] {
  return useSyncExternalStore(uploads.subscribe, uploads.list);
}

window.addEventListener('beforeunload', (event) => {
  if (uploads.list().some(({ state }) => state === 'waiting' || state === 'sending')) event.preventDefault();
});
