import { Outlet, useNavigate } from '@tanstack/react-router';
import { useBindings } from '../../kernel/keyboard/bindings.ts';
import { useMembership } from '../../kernel/membership/membership.ts';
import { UploadList } from '../uploads/upload-list.tsx';
import styles from './documents.module.css';
import { Tree } from './tree.tsx';

/** Folders at the left, next to the open page. */
export function DocumentsLayout() {
  const { orgId } = useMembership();
  const navigate = useNavigate();
  useBindings('Go to', [
    { keys: 'g x', does: 'Trash', run: () => void navigate({ to: '/$orgId/documents/trash', params: { orgId } }) },
    { keys: 'g w', does: 'Drafts', run: () => void navigate({ to: '/$orgId/documents/drafts', params: { orgId } }) },
  ]);
  return (
    <div className={styles.layout}>
      <Tree />
      <div className={styles.open}>
        <Outlet />
      </div>
      <UploadList />
    </div>
  );
}
