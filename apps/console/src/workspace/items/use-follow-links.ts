import { useLocation, useNavigate } from '@tanstack/react-router';
import { type MouseEvent, useCallback } from 'react';
import { call, type OutputOf } from '../../kernel/calls/call.ts';
import { useMembership } from '../../kernel/membership/membership.ts';
import { sayDone, sayFailed } from '../../kernel/notices/notices.ts';
import { sayError } from '../../kernel/states/say-error.ts';
import type { Item } from '../item/item.ts';
import { pathMeant, type Target, targetOf, wikiPathMeant } from '../reading/links.ts';

/** Follows links in a text to its headings, to items by identifier, and to neighbouring items by name. */
export function useFollowLinks(item: Item, scrollTo: (slug: string) => void) {
  const { orgId } = useMembership();
  const navigate = useNavigate();
  const slug = useLocation({ select: ({ hash }) => hash });
  const open = (itemId: string, hash?: string) =>
    navigate({ to: '/$orgId/documents/item/$itemId', params: { orgId, itemId }, ...(hash && { hash }) });

  /** Opens the nearest item that a path means, and names the others. */
  const openLinked = async (path: string, hash?: string) => {
    const { matches } = await call(orgId, 'find_linked', { itemId: item.id, path });
    const [nearest, ...others] = matches;
    if (!nearest) return sayFailed(`No document named ${path.split('/').at(-1)} that you can see.`);
    await open(nearest.itemId, hash);
    if (others.length > 0) sayDone(`Opened the nearest. Also named so: ${others.map(placeOf).join(', ')}.`);
  };

  /** Scrolls to a heading, and names it in the address so that the place can be shared. */
  const goTo = useCallback(
    (slug: string) => {
      scrollTo(slug);
      void navigate({ to: '.', search: true, hash: slug, replace: true });
    },
    [navigate, scrollTo],
  );

  const follow = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLElement>('a[href]') : null;
    const meant = link && !event.ctrlKey && !event.metaKey && !event.shiftKey ? meantBy(link) : undefined;
    if (!meant) return;
    event.preventDefault();
    if (meant.kind === 'anchor') goTo(meant.slug);
    else if (meant.kind === 'item') void open(meant.itemId, meant.slug);
    else openLinked(meant.path, meant.slug).catch(sayError);
  };
  return { follow, slug, goTo };
}

type Meant = Target | { kind: 'path'; path: string; slug: string | undefined };

/** Target within the workspace. Undefined for other addresses. */
function meantBy(link: HTMLElement): Meant | undefined {
  const { wiki } = link.dataset;
  const href = link.getAttribute('href') ?? '';
  const target = wiki === undefined ? targetOf(href, window.location) : undefined;
  if (target) return target;
  const meant = wiki === undefined ? pathMeant(href) : wikiPathMeant(wiki);
  return meant && { kind: 'path', ...meant };
}

type Match = OutputOf<'find_linked'>['matches'][number];

const placeOf = ({ name, folderName }: Match) => (folderName === undefined ? `${name} outside folders` : `${name} in ${folderName}`);
