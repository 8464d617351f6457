import type { FileDownload } from '@gatehouse/core';
import { createQuotas } from '@gatehouse/domain';

export interface DownloadPlacesOptions {
  /** Maximum concurrent downloads. */
  maxAtOnce: number;
  /** Maximum bytes that all downloads together hold in memory for slow readers. */
  maxBytes: number;
}

export interface DownloadPlaces {
  /** Takes a place, and returns a function that releases it. Undefined if the holder or all callers together have reached a limit. */
  take(file: Pick<FileDownload, 'personId' | 'heldBytes'>): (() => void) | undefined;
}

/**
 * Limits concurrent downloads. A caller that does not read keeps a place, so a person with all their keys and addresses can have at most a
 * quarter. The holder is a person, not a key, because people can create any number of keys.
 */
export function createDownloadPlaces({ maxAtOnce, maxBytes }: DownloadPlacesOptions): DownloadPlaces {
  const places = createQuotas('downloads', { places: maxAtOnce, perHolder: Math.ceil(maxAtOnce / 4) });
  const memory = createQuotas('downloadBytes', { places: maxBytes });

  return {
    take({ personId, heldBytes }) {
      if (!places.take(personId, 1)) return undefined;
      if (!memory.take(personId, heldBytes)) {
        places.release(personId, 1);
        return undefined;
      }
      return () => {
        places.release(personId, 1);
        memory.release(personId, heldBytes);
      };
    },
  };
}
