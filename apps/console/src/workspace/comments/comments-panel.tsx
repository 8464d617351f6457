import { SidePanel } from '../../kernel/layout/side-panel.tsx';
import { CommentList, type CommentListProps } from './comment-list.tsx';
import styles from './comments.module.css';

/** Side panel with the comments on an item. */
export function CommentsPanel({ onClose, ...props }: CommentListProps & { onClose: () => void }) {
  return (
    <SidePanel title="Comments" onClose={onClose}>
      <div className={styles.panel}>
        <CommentList {...props} />
      </div>
    </SidePanel>
  );
}
