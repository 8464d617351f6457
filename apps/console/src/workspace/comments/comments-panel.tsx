import { SidePanel } from '../../kernel/layout/side-panel.tsx';
import { CommentList, type CommentListProps } from './comment-list.tsx';
import styles from './comments.module.css';

/** Comments beside the text that they are about. */
export function CommentsPanel({ onClose, ...props }: CommentListProps & { onClose: () => void }) {
  return (
    <SidePanel title="Comments" onClose={onClose}>
      <div className={styles.panel}>
        <CommentList {...props} />
      </div>
    </SidePanel>
  );
}
