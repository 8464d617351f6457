import { Outlet, useNavigate } from '@tanstack/react-router';
import { useBindings } from '../keyboard/bindings.ts';
import { useMembership } from '../session/membership.ts';
import { UploadList } from '../uploads/upload-list.tsx';
import { documentsLayout as strings } from '../workspace/strings.ts';
import styles from './documents.module.css';
import { Tree } from './tree.tsx';

/** The folders at the left, and what is open of them. */
export function DocumentsLayout() {
  const { orgId } = useMembership();
  const navigate = useNavigate();
  useBindings(strings.goTo, [
    { keys: 'g x', does: strings.trash, run: () => void navigate({ to: '/$orgId/documents/trash', params: { orgId } }) },
    { keys: 'g w', does: strings.drafts, run: () => void navigate({ to: '/$orgId/documents/drafts', params: { orgId } }) },
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
