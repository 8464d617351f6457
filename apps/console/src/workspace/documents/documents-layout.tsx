import { itemTypeOf } from '@gatehouse/domain';
import { Outlet, useNavigate, useParams } from '@tanstack/react-router';
import { useBindings } from '../../kernel/keyboard/bindings.ts';
import { useMembership } from '../../kernel/membership/membership.ts';
import styles from './documents.module.css';
import { Tree } from './tree.tsx';

/** Folders at the left, next to the open page. A skill has none beside it: it belongs to Skills. */
export function DocumentsLayout() {
  const { orgId } = useMembership();
  const navigate = useNavigate();
  const { itemId = '' } = useParams({ strict: false });
  useBindings('Go to', [
    { keys: 'g x', does: 'Trash', run: () => void navigate({ to: '/$orgId/documents/trash', params: { orgId } }) },
    { keys: 'g w', does: 'Drafts', run: () => void navigate({ to: '/$orgId/documents/drafts', params: { orgId } }) },
  ]);
  return (
    <div className={styles.layout}>
      {itemTypeOf(itemId) !== 'skill' && <Tree />}
      <div className={styles.open}>
        <Outlet />
      </div>
    </div>
  );
}
