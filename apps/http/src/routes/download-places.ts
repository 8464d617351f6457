import type { FileDownload } from '@gatehouse/core';
import { createQuotas } from '@gatehouse/domain';

export interface DownloadPlacesOptions {
  /** Downloads under way at once. */
  maxAtOnce: number;
  /** What all of them together keep in memory for readers who are slow. */
  maxBytes: number;
}

export interface DownloadPlaces {
  /** Gives the place back; undefined when its holder, or everybody together, has as many as there may be. */
  take(file: Pick<FileDownload, 'personId' | 'heldBytes'>): (() => void) | undefined;
}

/**
 * A caller that does not read keeps a place: so a person, with all their keys and addresses, has a quarter of them at most. A person and not a
 * key, because a person makes as many keys as they like.
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
