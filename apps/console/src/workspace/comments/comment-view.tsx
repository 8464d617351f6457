import { ActionIcon, Menu } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { allPagesQuery } from '../../kernel/calls/pages.ts';
import { Ellipsis, Link2, Pencil, Trash2 } from '../../kernel/icons/icons.ts';
import { useMembership } from '../../kernel/membership/membership.ts';
import { copyToClipboard } from '../../kernel/notices/copy-to-clipboard.ts';
import { sayDone } from '../../kernel/notices/notices.ts';
import { Time } from '../../kernel/signs/time.tsx';
import { By } from '../history/change-row.tsx';
import { Markdown } from '../reading/markdown.tsx';
import { CommentForm } from './comment-form.tsx';
import type { Comment } from './comment-threads.ts';
import styles from './comments.module.css';
import { nameMentions } from './name-mentions.ts';
import type { CommentChanges } from './use-comments.ts';

/** One comment or answer, which its author can edit and delete. */
export function CommentView({ comment, changes }: { comment: Comment; changes: CommentChanges }) {
  const { personId } = useMembership();
  const [isEdited, setEdited] = useState(false);
  const nowhere = useRef<HTMLElement>(null);
  const { commentId, text, mentions, by, createdAt, editedAt } = comment;
  const nameOf = useNameOf(mentions);
  return (
    <div className={styles.comment}>
      <div className={styles.line}>
        <By by={by} />
        <span className={styles.when}>
          <Time at={createdAt} />
          {editedAt !== null && ' · edited'}
        </span>
        <Actions comment={comment} isOwn={by.personId === personId} changes={changes} onEdit={() => setEdited(true)} />
      </div>
      {isEdited ? (
        <CommentForm
          label="Comment"
          verb="Save"
          draft={`edit ${commentId}`}
          initial={text}
          autoFocus
          send={async (next) => {
            await changes.edit(commentId, next);
            setEdited(false);
          }}
          onCancel={() => setEdited(false)}
        />
      ) : (
        <div className={styles.text} dir="auto">
          <Markdown text={nameMentions(text, nameOf)} scroller={nowhere} marksChanges={false} />
        </div>
      )}
    </div>
  );
}

/** Names of mentioned people by their addresses. */
function useNameOf(mentions: readonly string[]): (email: string) => string | undefined {
  const { orgId } = useMembership();
  const people = useQuery(allPagesQuery(orgId, 'list_people', {})).data?.flatMap((page) => page.people);
  return (email) => people?.find((person) => mentions.includes(person.id) && person.email.toLowerCase() === email)?.name;
}

interface ActionsProps {
  comment: Comment;
  isOwn: boolean;
  changes: CommentChanges;
  onEdit: () => void;
}

function Actions({ comment: { commentId, answerTo, url }, isOwn, changes, onEdit }: ActionsProps) {
  const copyLink = async () => {
    if (await copyToClipboard(new URL(new URL(url).pathname + new URL(url).search, window.location.href).href)) sayDone('Link copied.');
  };
  const [isAsked, setAsked] = useState(false);
  return (
    <Menu position="bottom-end" width={200} onClose={() => setAsked(false)}>
      <Menu.Target>
        <ActionIcon aria-label={answerTo === null ? 'More about this comment' : 'More about this answer'}>
          <Ellipsis size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<Link2 size={14} />} onClick={() => void copyLink()}>
          Copy link
        </Menu.Item>
        {isOwn && (
          <>
            <Menu.Item leftSection={<Pencil size={14} />} onClick={onEdit}>
              Edit
            </Menu.Item>
            {/* Asks for confirmation, because it cannot be undone. */}
            <Menu.Item
              leftSection={<Trash2 size={14} />}
              closeMenuOnClick={isAsked}
              onClick={() => (isAsked ? void changes.remove(commentId) : setAsked(true))}
            >
              {isAsked ? 'Delete for good' : answerTo === null ? 'Delete with its answers' : 'Delete'}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
