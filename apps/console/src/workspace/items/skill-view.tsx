import { getRouteApi } from '@tanstack/react-router';
import { useRef } from 'react';
import { findable } from '../find/text-index.ts';
import { DownloadButton } from '../item/download-button.tsx';
import type { ItemViewProps } from '../item/item.ts';
import { FilePreview } from '../previews/file-preview.tsx';
import { Markdown } from '../reading/markdown.tsx';
import { AgentSight } from '../skills/agent-sight.tsx';
import { ReviewNotice } from '../skills/review-notice.tsx';
import { SkillFilePreview } from '../skills/skill-file-preview.tsx';
import { SkillAdvice, SkillFiles } from '../skills/skill-files.tsx';
import skillStyles from '../skills/skills.module.css';
import { UsedBy } from '../skills/used-by.tsx';
import { EditButton, EditFileButton } from './edit-button.tsx';
import { FileFacts } from './file-facts.tsx';
import { ItemFrame } from './item-frame.tsx';
import styles from './items.module.css';

const route = getRouteApi('/$orgId/documents/item/$itemId');

/** A skill: its files, the chosen file, versions that wait for a review, and its readers. */
export function SkillView({ item }: ItemViewProps) {
  const { file } = route.useSearch();
  const scroller = useRef<HTMLDivElement>(null);
  const markdown = (text: string) => <Markdown key={file ?? ''} text={text} scroller={scroller} />;
  return (
    <ItemFrame
      item={item}
      scroller={scroller}
      actions={
        <>
          {file === undefined ? <EditButton item={item} /> : <EditFileButton key={file} item={item} path={file} />}
          <DownloadButton item={item} file={file} />
        </>
      }
    >
      <div className={skillStyles.page}>
        <SkillFiles key={item.id} item={item} />
        <div className={skillStyles.content}>
          <ReviewNotice item={item} />
          <SkillAdvice item={item} />
          <div {...findable}>
            {file === undefined ? (
              <FilePreview item={item} markdown={markdown} />
            ) : (
              <SkillFilePreview key={`${item.id} ${file}`} item={item} path={file} markdown={markdown} />
            )}
          </div>
          <div className={styles.facts}>
            <FileFacts item={item} other={file} />
            <UsedBy item={item} />
            <AgentSight key={item.versionCount} item={item} />
          </div>
        </div>
      </div>
    </ItemFrame>
  );
}
