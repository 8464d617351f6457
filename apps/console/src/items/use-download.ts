import { useMutation } from '@tanstack/react-query';
import { call } from '../calls/call.ts';
import { sayFailed } from '../notices/notices.ts';
import { useMembership } from '../session/membership.ts';
import { messageOf } from '../states/failed.tsx';
import { Told } from '../words/told.ts';
import { download as strings } from '../workspace/strings.ts';
import type { Item } from './item.ts';

/** Saves an item, or one of its versions, among the downloads. Its address is asked for then: it works for minutes. */
export function useDownload(): (item: Pick<Item, 'id'>, version?: number) => void {
  const { orgId } = useMembership();
  const { mutate } = useMutation({
    async mutationFn({ id, version }: { id: string; version: number | undefined }) {
      const asked = { itemId: id, includeText: false, ...(version !== undefined && { version }) };
      const { downloadUrl } = await call(orgId, 'read_item', asked);
      if (downloadUrl === null) throw new Told(strings.downloadsAreTurnedOffHere);
      const { pathname } = new URL(downloadUrl);
      const link = document.createElement('a');
      // The gateway answers where the page came from, whatever name others know it by.
      link.href = pathname;
      link.download = '';
      link.click();
    },
    onError: (error) => sayFailed(messageOf(error), error),
  });
  return (item, version) => mutate({ id: item.id, version });
}
