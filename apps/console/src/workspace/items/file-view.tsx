import { Button } from '@mantine/core';
import { Download, Upload } from 'lucide-react';
import { useRef } from 'react';
import { Fact, Facts } from '../../kernel/layout/side-panel.tsx';
import { useMembership } from '../../kernel/membership/membership.ts';
import { Identifier } from '../../kernel/signs/identifier.tsx';
import { Time } from '../../kernel/signs/time.tsx';
import { bytes, number } from '../../kernel/words/count-words.ts';
import { findable } from '../find/text-index.ts';
import type { ItemViewProps } from '../item/item.ts';
import { useDownload } from '../item/use-download.ts';
import { FilePreview } from '../previews/file-preview.tsx';
import { Markdown } from '../reading/markdown.tsx';
import { ReviewNotice } from '../skills/review-notice.tsx';
import { fileView as strings } from '../strings.ts';
import { chooseFiles } from '../uploads/choose-files.ts';
import { uploads } from '../uploads/store.ts';
import { AgentSight } from './agent-sight.tsx';
import { EditButton } from './edit-button.tsx';
import { ItemFrame } from './item-frame.tsx';
import styles from './items.module.css';
import { TagsField } from './tags-field.tsx';

/** What a file or skill holds, what is known of it, and the way to have it. */
export function FileView({ item }: ItemViewProps) {
  const { orgId } = useMembership();
  const download = useDownload();
  const scroller = useRef<HTMLDivElement>(null);
  const replace = () =>
    chooseFiles('one', (files) =>
      uploads.add(
        orgId,
        files.map((file) => ({ file, name: file.name })),
        { fileId: item.id },
      ),
    );
  return (
    <ItemFrame
      item={item}
      scroller={scroller}
      actions={
        <>
          <EditButton item={item} />
          {item.type === 'file' && (
            <Button variant="default" className={styles.compact ?? ''} leftSection={<Upload size={14} />} onClick={replace}>
              <span>{strings.uploadNewVersion}</span>
            </Button>
          )}
          <Button visibleFrom="sm" variant="default" leftSection={<Download size={14} />} onClick={() => download(item)}>
            {strings.download}
          </Button>
        </>
      }
    >
      <div className={styles.column}>
        {item.type === 'skill' && <ReviewNotice item={item} />}
        <div {...findable}>
          <FilePreview item={item} markdown={(text) => <Markdown text={text} scroller={scroller} />} />
        </div>
        <div className={styles.facts}>
          <Facts>
            <Fact name={strings.type}>{item.mimeType}</Fact>
            <Fact name={strings.size}>{bytes(item.sizeBytes)}</Fact>
            <Fact name={strings.versions}>{number(item.versionCount)}</Fact>
            {item.description !== null && <Fact name={strings.description}>{item.description}</Fact>}
            <Fact name={strings.tags}>
              <TagsField item={item} />
            </Fact>
            <Fact name={strings.updated}>
              <Time at={item.updatedAt} />
            </Fact>
            <Fact name={strings.identifier}>
              <Identifier id={item.id} />
            </Fact>
          </Facts>
          {item.type === 'skill' && <AgentSight key={item.versionCount} item={item} />}
        </div>
      </div>
    </ItemFrame>
  );
}
