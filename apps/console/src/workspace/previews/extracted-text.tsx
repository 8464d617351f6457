import type { TextFailure } from '@gatehouse/domain';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { toolQuery } from '../../kernel/calls/queries.ts';
import { useMembership } from '../../kernel/membership/membership.ts';
import { Failed } from '../../kernel/states/failed.tsx';
import { FirstRows } from '../../kernel/states/first-rows.tsx';
import { NotShown } from './not-shown.tsx';
import styles from './previews.module.css';
import type { PreviewedItem } from './use-address.ts';

/** Polling interval: no event reports that the text is ready. */
const lookAgainMs = 2000;

interface ExtractedTextProps {
  item: Pick<PreviewedItem, 'id' | 'version'>;
  /** Rendered markdown. */
  markdown: (text: string) => ReactNode;
}

/** The text of a file as agents and the search have it (D75). */
export function ExtractedText({ item, markdown }: ExtractedTextProps): ReactNode {
  const { orgId } = useMembership();
  const { data, error, refetch } = useQuery({
    ...toolQuery(orgId, 'read_item', { itemId: item.id, version: item.version, includeExtracted: true }),
    refetchInterval: ({ state }) => (state.data?.extracted?.state === 'pending' ? lookAgainMs : false),
  });
  const extracted = data?.extracted;
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!extracted) return <FirstRows />;
  switch (extracted.state) {
    case 'pending':
      return (
        <p className={styles.note} role="status">
          Gatehouse is reading this file. Its text appears here in a moment.
        </p>
      );
    case 'none':
      return <NotShown>There is no text in this file. It may be a scan or have only pictures.</NotShown>;
    case 'failed':
      return <NotShown>{whyFailed[extracted.reason ?? 'damaged']}</NotShown>;
    default:
      return extracted.text === null ? <NotShown>The text is too long to show here.</NotShown> : markdown(extracted.text);
  }
}

const whyFailed: Record<TextFailure, string> = {
  password: 'This file is protected by a password, so its text can’t be read. Upload a version without a password.',
  damaged: 'This file is damaged, or isn’t what its name says. If it opens on your computer, save it again and upload the new version.',
  wrong_encoding: 'This file isn’t in the encoding that it names. Save it again as UTF-8 and upload the new version.',
  has_entities: 'This file declares XML entities, which Gatehouse never reads.',
  too_deep: 'This file is nested too deeply to be read.',
  too_many_parts: 'This file has too many parts to be read.',
  too_large: 'This file unpacks to more than Gatehouse reads.',
  too_much_text: 'This file has more than 10 MiB of text.',
  too_slow: 'Reading this file takes too long.',
  too_much_memory: 'Reading this file takes too much memory.',
};
