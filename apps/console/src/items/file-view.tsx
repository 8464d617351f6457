import { Button } from '@mantine/core';
import { Download } from 'lucide-react';
import { Fact, Facts } from '../frame/side-panel.tsx';
import { Identifier } from '../signs/identifier.tsx';
import { Time } from '../signs/time.tsx';
import { bytes, count } from '../words/count-words.ts';
import type { ItemViewProps } from './item.ts';
import { ItemFrame } from './item-frame.tsx';
import styles from './items.module.css';
import { useDownload } from './use-download.ts';

/** What is known of a file or skill, its text where it is one, and the way to have it. */
export function FileView({ item }: ItemViewProps) {
  const download = useDownload();
  return (
    <ItemFrame
      item={item}
      actions={
        <Button variant="default" leftSection={<Download size={14} />} onClick={() => download(item)}>
          Download
        </Button>
      }
    >
      <div className={styles.column}>
        <Facts>
          <Fact name="Kind">{item.mimeType}</Fact>
          <Fact name="Size">{bytes(item.sizeBytes)}</Fact>
          <Fact name="Versions">{count(item.versionCount, 'version')}</Fact>
          {item.description !== null && <Fact name="Description">{item.description}</Fact>}
          {item.tags.length > 0 && <Fact name="Tags">{item.tags.join(', ')}</Fact>}
          <Fact name="Changed">
            <Time at={item.updatedAt} />
          </Fact>
          <Fact name="Identifier">
            <Identifier id={item.id} />
          </Fact>
        </Facts>
        {item.text !== null && <pre className={styles.plain}>{item.text}</pre>}
      </div>
    </ItemFrame>
  );
}
