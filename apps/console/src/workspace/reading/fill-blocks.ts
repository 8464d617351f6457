import type { ShowPicture } from './pictures.ts';
import { type BlockHtml, toElements } from './sanitize.ts';
import { makeTickable } from './tick-boxes.ts';

/** Block on the page without its content. */
export interface EmptyBlock extends BlockHtml {
  place: HTMLElement;
  /** Identifier of a heading. Undefined for other blocks. */
  slug: string | undefined;
}

interface Options {
  canTick: boolean;
  showPicture: ShowPicture | undefined;
}

/** Puts safe content into blocks, in place of what they contain. */
export function fillBlocks(blocks: readonly EmptyBlock[], { canTick, showPicture }: Options): void {
  if (blocks.length === 0) return;
  for (const [index, content] of toElements(blocks).entries()) {
    const { place, slug } = blocks[index] as EmptyBlock;
    if (canTick) makeTickable(content);
    place.replaceChildren(...(slug === undefined ? [] : [anchorTo(slug)]), ...content.childNodes);
    if (showPicture) for (const link of place.querySelectorAll<HTMLElement>('[data-image]')) showPicture(link);
  }
}

/** Address of a heading, for the pointer. By keys, the outline leads there. */
export function anchorTo(slug: string): HTMLElement {
  const anchor = document.createElement('a');
  anchor.href = `#${encodeURIComponent(slug)}`;
  anchor.dataset.anchor = '';
  anchor.tabIndex = -1;
  anchor.setAttribute('aria-hidden', 'true');
  anchor.textContent = '#';
  return anchor;
}
