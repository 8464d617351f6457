import { Button } from '@mantine/core';
import { Download } from '../../kernel/icons/icons.ts';
import type { Item } from './item.ts';
import { useDownload } from './use-download.ts';

/** Downloads a file or skill, or one file of a skill. Phones have it in the menu. */
export function DownloadButton({ item, file }: { item: Item; file?: string | undefined }) {
  const download = useDownload();
  return (
    <Button visibleFrom="sm" variant="default" leftSection={<Download size={14} />} onClick={() => download(item, undefined, file)}>
      Download
    </Button>
  );
}
