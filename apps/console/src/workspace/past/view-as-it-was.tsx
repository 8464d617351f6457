import { Link } from '@tanstack/react-router';
import { useMembership } from '../../kernel/membership/membership.ts';
import { longTime } from '../../kernel/words/time-words.ts';
import styles from './past.module.css';

interface ViewAsItWasProps {
  subject: { itemId: string } | { folderId: string };
  /** Time of the change next to which it is shown. */
  at: number;
}

/** Leads to an item or a folder as a change left it. */
export function ViewAsItWas({ subject, at }: ViewAsItWasProps) {
  const { orgId } = useMembership();
  const shown = { className: styles.link, 'aria-label': `View as it was on ${longTime(at)}`, children: 'View as it was' };
  return 'itemId' in subject ? (
    <Link {...shown} to="/$orgId/documents/item/$itemId" params={{ orgId, itemId: subject.itemId }} search={{ asOf: at, history: true }} />
  ) : (
    <Link {...shown} to="/$orgId/documents/folder/$folderId" params={{ orgId, folderId: subject.folderId }} search={{ asOf: at }} />
  );
}
