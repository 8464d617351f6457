import { useQueryClient } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import type { MouseEvent } from 'react';
import { allPagesQuery } from '../../kernel/calls/pages.ts';
import { useMembership } from '../../kernel/membership/membership.ts';
import { sayFailed } from '../../kernel/notices/notices.ts';
import { messageOf } from '../../kernel/states/failed.tsx';
import type { Item } from '../item/item.ts';
import { nameMeant, targetOf } from '../reading/links.ts';

/** Follows links in a text to its headings, to items by identifier, and to neighbouring items by name. */
export function useFollowLinks(item: Item, scrollTo: (slug: string) => void) {
  const { orgId } = useMembership();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const slug = useLocation({ select: ({ hash }) => hash });
  const open = (itemId: string, hash?: string) =>
    navigate({ to: '/$orgId/documents/item/$itemId', params: { orgId, itemId }, ...(hash && { hash }) });

  /** Items imported from files keep their paths as names. */
  const openNamed = async (name: string, hash?: string) => {
    const place = item.folderId === null ? {} : { folderId: item.folderId };
    const pages = await queries.ensureQueryData(allPagesQuery(orgId, 'browse_folder', place));
    const beside = pages.flatMap(({ items }) => items);
    const found = beside.find((one) => one.name === name) ?? beside.find((one) => one.name === name.replace(/\.md$/, ''));
    if (found) await open(found.id, hash);
    else sayFailed(`No item named ${name} in this folder.`);
  };

  const follow = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
    const href = link?.getAttribute('href') ?? undefined;
    if (href === undefined || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const target = targetOf(href, window.location);
    const name = target === undefined ? nameMeant(href, item.name) : undefined;
    if (!target && !name) return;
    event.preventDefault();
    if (target?.kind === 'anchor') scrollTo(target.slug);
    else if (target) void open(target.itemId, target.slug);
    else if (name) openNamed(name.name, name.slug).catch((error: unknown) => sayFailed(messageOf(error), error));
  };
  return { follow, slug };
}
