import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useMembership } from '../../kernel/membership/membership.ts';
import { FirstRows } from '../../kernel/states/first-rows.tsx';
import type { Item } from '../item/item.ts';
import { skillFileQuery } from '../item/skill-file.ts';
import { NotShown } from '../previews/not-shown.tsx';
import styles from '../previews/previews.module.css';
import { SkillFileFailed } from './skill-file-failed.tsx';

interface SkillFilePreviewProps {
  item: Item;
  path: string;
  markdown: (text: string) => ReactNode;
}

/** Preview of a file next to SKILL.md that a browser can show without running code in it. */
export function SkillFilePreview({ item, path, markdown }: SkillFilePreviewProps) {
  const { orgId } = useMembership();
  const { data, error, refetch } = useQuery({
    ...skillFileQuery(orgId, { fileId: item.id, version: item.versionCount }, path),
    placeholderData: keepPreviousData,
  });
  if (error) return <SkillFileFailed error={error} itemId={item.id} path={path} onRetry={() => void refetch()} />;
  if (!data) return <FirstRows />;
  const { content, contentBase64 = '', mimeType } = data;
  if (data.sizeBytes === 0) return <NotShown>This file is empty.</NotShown>;
  if (content !== undefined && mimeType === 'text/markdown') return markdown(content);
  if (content !== undefined) return <pre className={styles.text}>{content}</pre>;
  if (mimeType.startsWith('image/')) return <img className={styles.image} src={`data:${mimeType};base64,${contentBase64}`} alt={path} />;
  return <NotShown>No preview for this file type.</NotShown>;
}
