import { useCallback, useEffect, useMemo } from 'react';
import { call } from '../../kernel/calls/call.ts';
import { useMembership } from '../../kernel/membership/membership.ts';
import type { Item } from '../item/item.ts';
import { pathMeant } from '../reading/links.ts';
import type { ShowPicture } from '../reading/pictures.ts';

/** Browsers run nothing in these. */
const shown: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif']);
const maxBytes = 10 * 1024 * 1024;

/** Pictures of the workspace in a text, read in the reader's session: they do not expire while the page is open. */
export function usePictures({ id }: Pick<Item, 'id'>): ShowPicture {
  const { orgId } = useMembership();
  const addresses = useMemo(() => new Map<string, Promise<string | undefined>>(), [id]);
  useEffect(
    () => () => {
      for (const address of addresses.values())
        void address.then((made) => made !== undefined && URL.revokeObjectURL(made)).catch(() => {});
      addresses.clear();
    },
    [addresses],
  );

  return useCallback(
    (link) => {
      const path = pathMeant(link.getAttribute('href') ?? link.title)?.path;
      if (path === undefined) return;
      const load = async () => {
        const { matches } = await call(orgId, 'find_linked', { itemId: id, path });
        const picture = matches.find(({ mimeType, sizeBytes }) => shown.has(mimeType) && sizeBytes <= maxBytes);
        if (!picture) return undefined;
        const { contentBase64 } = await call(orgId, 'export_item', { itemId: picture.itemId });
        return URL.createObjectURL(bytesOf(contentBase64, picture.mimeType));
      };
      const address = addresses.get(path) ?? load();
      addresses.set(path, address);
      // Leave a picture that cannot be shown as a link with its name.
      void address.then(
        (made) => made !== undefined && link.isConnected && link.replaceWith(imageAt(made, link)),
        () => addresses.delete(path),
      );
    },
    [orgId, id, addresses],
  );
}

function imageAt(address: string, link: HTMLElement): HTMLElement {
  const image = document.createElement('img');
  image.src = address;
  image.alt = link.textContent ?? '';
  image.decoding = 'async';
  return image;
}

function bytesOf(base64: string, type: string): Blob {
  return new Blob([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))], { type });
}
