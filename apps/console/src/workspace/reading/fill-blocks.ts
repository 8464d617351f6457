import type { ShowPicture } from './pictures.ts';
import { type BlockHtml, toElements } from './sanitize.ts';
import { makeTickable } from './tick-boxes.ts';

/** Block on the page that needs its content. */
export interface EmptyBlock extends BlockHtml {
  place: HTMLElement;
  /** Identifier of a heading. Undefined for other blocks. */
  slug: string | undefined;
}

interface Options {
  canTick: boolean;
  showPicture: ShowPicture | undefined;
}

/** Replaces the content of blocks with sanitized elements. */
export function fillBlocks(blocks: readonly EmptyBlock[], { canTick, showPicture }: Options): void {
  for (const [index, content] of toElements(blocks).entries()) {
    const { place, slug } = blocks[index] as EmptyBlock;
    if (canTick) makeTickable(content);
    place.replaceChildren(...(slug === undefined ? [] : [anchorTo(slug)]), ...content.childNodes);
    if (showPicture) for (const link of place.querySelectorAll<HTMLElement>('[data-image]')) showPicture(link);
  }
}

/** Link to a heading for pointer users. Keyboard users reach headings through the outline. */
export function anchorTo(slug: string): HTMLElement {
  const anchor = document.createElement('a');
  anchor.href = `#${encodeURIComponent(slug)}`;
  anchor.dataset.anchor = '';
  anchor.tabIndex = -1;
  anchor.setAttribute('aria-hidden', 'true');
  anchor.textContent = '#';
  return anchor;
}
