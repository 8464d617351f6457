import { useMutation } from '@tanstack/react-query';
import { call } from '../../kernel/calls/call.ts';
import { useMembership } from '../../kernel/membership/membership.ts';
import { sayError } from '../../kernel/states/say-error.ts';
import { Told } from '../../kernel/words/told.ts';
import type { Item } from './item.ts';

/**
 * Downloads an item, one of its versions or a file of a skill. The address is requested on the click, because it works only for minutes.
 */
export function useDownload(): (item: Pick<Item, 'id'>, version?: number, path?: string) => void {
  const { orgId } = useMembership();
  const { mutate } = useMutation({
    async mutationFn({ id, version, path }: { id: string; version: number | undefined; path: string | undefined }) {
      const asked = { itemId: id, includeText: false, ...(version !== undefined && { version }) };
      const read = path === undefined ? call(orgId, 'read_item', asked) : call(orgId, 'read_file', { fileId: id, path });
      const { downloadUrl } = await read;
      if (downloadUrl === null) throw new Told('Downloads are turned off here. Ask your administrator.');
      const { pathname } = new URL(downloadUrl);
      const link = document.createElement('a');
      // Uses the page's own origin, whatever public address the gateway has.
      link.href = pathname;
      link.download = '';
      link.click();
    },
    onError: sayError,
  });
  return (item, version, path) => mutate({ id: item.id, version, path });
}
