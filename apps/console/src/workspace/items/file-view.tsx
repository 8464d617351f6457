import { Button } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useRef } from 'react';
import { Upload } from '../../kernel/icons/icons.ts';
import { useMembership } from '../../kernel/membership/membership.ts';
import { findable } from '../find/text-index.ts';
import { DownloadButton } from '../item/download-button.tsx';
import type { ItemViewProps } from '../item/item.ts';
import { PreviewTabs } from '../previews/preview-tabs.tsx';
import { Markdown } from '../reading/markdown.tsx';
import { ReviewedText } from '../reviews/reviewed-text.tsx';
import reviewStyles from '../reviews/reviews.module.css';
import { addUploads } from '../uploads/add-uploads.ts';
import { chooseFiles } from '../uploads/choose-files.ts';
import { EditButton } from './edit-button.tsx';
import { FileFacts } from './file-facts.tsx';
import { ItemFrame } from './item-frame.tsx';
import styles from './items.module.css';

const route = getRouteApi('/$orgId/documents/item/$itemId');

/** Content of a file, facts about it, and its download. */
export function FileView({ item }: ItemViewProps) {
  const { orgId } = useMembership();
  const { find } = route.useSearch();
  const scroller = useRef<HTMLDivElement>(null);
  const isMarkdown = item.mimeType === 'text/markdown';
  const markdown = (text: string) => <Markdown text={text} scroller={scroller} />;
  const replace = () =>
    chooseFiles('one', (files) =>
      addUploads(
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
          <Button variant="default" className={styles.compact ?? ''} leftSection={<Upload size={14} />} onClick={replace}>
            <span>Upload new version</span>
          </Button>
          <DownloadButton item={item} />
        </>
      }
    >
      <div className={styles.column}>
        <div {...findable}>
          <ReviewedText
            item={item}
            {...(isMarkdown && { reading: { scroller } })}
            render={(text) => (isMarkdown ? markdown(text) : <pre className={reviewStyles.plain}>{text}</pre>)}
          >
            <PreviewTabs item={item} isTextFirst={find !== undefined} markdown={markdown} />
          </ReviewedText>
        </div>
        <div className={styles.facts}>
          <FileFacts item={item} />
        </div>
      </div>
    </ItemFrame>
  );
}
