import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { call } from '../../kernel/calls/call.ts';
import { CopyText } from '../../kernel/drafts/copy-text.tsx';
import { CloudOff, Lock, Trash2 } from '../../kernel/icons/icons.ts';
import { useConnection } from '../../kernel/live/gateway-connection.ts';
import { useMembership } from '../../kernel/membership/membership.ts';
import { sayDone } from '../../kernel/notices/notices.ts';
import { useNames } from '../../kernel/session/use-names.ts';
import { Time } from '../../kernel/signs/time.tsx';
import { FolderSelect } from '../item/folder-select.tsx';
import { useItemChange } from '../item/use-item-changes.ts';
import type { Away } from './away.ts';
import styles from './away-notice.module.css';
import type { EditableItem } from './save-text.ts';
import { useWhyGone } from './use-why-gone.ts';

export interface AwayNoticeProps {
  item: EditableItem;
  away: Away | undefined;
  /** Reason of the last refusal, if another attempt would be refused too. */
  refused: string | undefined;
  text: () => string;
  /** The text is saved elsewhere, as this document. */
  onSaved: (docId: string) => void;
}

const nouns: Record<EditableItem['type'], string> = { doc: 'document', file: 'file', skill: 'skill' };

/** Explains why a text cannot be saved to its item, and offers other places for it. */
export function AwayNotice({ item, away, refused, text, onSaved }: AwayNoticeProps) {
  const { isOnline } = useConnection();
  const props = { item, text, onSaved };
  if (!isOnline)
    return (
      <Notice icon={<CloudOff size={16} aria-hidden="true" />} {...props} isOnline={false}>
        Can't reach Gatehouse. You can go on writing: your text is kept in this browser.
      </Notice>
    );
  if (away === 'gone') return <Gone {...props} />;
  const noun = nouns[item.type];
  const whys = {
    protected: `This ${noun} is agent memory now. People can't change it.`,
    read_only: `You now have read-only access to its folder. You can't change this ${noun}.`,
    too_large: `This ${noun} is now too large to edit here.`,
  };
  const why = away === undefined ? refused : whys[away];
  if (why === undefined) return null;
  return (
    <Notice icon={<Lock size={16} aria-hidden="true" />} {...props}>
      {why} Your text is kept.
    </Notice>
  );
}

type NoticeProps = Pick<AwayNoticeProps, 'item' | 'text' | 'onSaved'>;

function Gone(props: NoticeProps) {
  const { orgId } = useMembership();
  const names = useNames();
  const why = useWhyGone(props.item);
  const change = useItemChange();
  const noun = nouns[props.item.type];
  const restore = () =>
    change.mutate(async () => {
      await call(orgId, 'restore_item', { itemId: props.item.id });
      sayDone(`${props.item.name} restored.`);
    });
  if (why?.what !== 'deleted')
    return (
      <Notice icon={<Lock size={16} aria-hidden="true" />} {...props}>
        You no longer have access to this {noun}. {why && `${'It was moved, is no longer shared with you, or was deleted forever.'} `}
        Your text is kept.
      </Notice>
    );
  const who = why.by && (names.agent(why.by.agentId) ?? names.person(why.by.personId));
  return (
    <Notice
      icon={<Trash2 size={16} aria-hidden="true" />}
      {...props}
      action={
        <Button onClick={restore} loading={change.isPending}>
          Restore
        </Button>
      }
    >
      {who === undefined ? `This ${noun} was deleted` : `${who} deleted this ${noun}`} <Time at={why.at} />. Your text is kept.
    </Notice>
  );
}

function Notice({
  icon,
  action,
  item,
  text,
  onSaved,
  isOnline = true,
  children,
}: NoticeProps & { icon: ReactNode; action?: ReactNode; isOnline?: boolean; children: ReactNode }) {
  const { orgId } = useMembership();
  const [isChoosing, setChoosing] = useState(false);
  const change = useItemChange();
  const saveIn = ({ id, name }: { id: string | null; name: string }) =>
    change.mutate(async () => {
      setChoosing(false);
      const made = await call(orgId, 'create_doc', { title: item.name, bodyMarkdown: text(), ...(id !== null && { folderId: id }) });
      sayDone(`Saved as a new document in ${name}.`);
      onSaved(made.docId);
    });
  return (
    <div className={styles.notice}>
      <p role="alert">
        {icon}
        <span>{children}</span>
      </p>
      <div className={styles.actions}>
        {action}
        {isOnline &&
          (isChoosing ? (
            <FolderSelect label="Save in…" autoFocus onChoose={saveIn} onLeave={() => setChoosing(false)} />
          ) : (
            <Button variant="default" loading={change.isPending} onClick={() => setChoosing(true)}>
              Save as new document
            </Button>
          ))}
        <CopyText text={text} />
      </div>
    </div>
  );
}
