import { Page } from '../../kernel/layout/page.tsx';
import { FirstRows } from '../../kernel/states/first-rows.tsx';
import type { Item } from '../item/item.ts';
import { NotShown } from '../previews/not-shown.tsx';
import { SkillFileFailed } from '../skills/skill-file-failed.tsx';
import { EditView } from './edit-view.tsx';
import { useEditedFile } from './use-edited-file.ts';

interface EditFileViewProps {
  itemId: string;
  path: string;
  /** The skill, once loaded. */
  item: Item | undefined;
  error: Error | null;
}

/** Source of a file next to SKILL.md. Saving it makes a version of the skill. // D72.21 */
export function EditFileView({ itemId, path, item, error }: EditFileViewProps) {
  const file = useEditedFile(itemId, path, item, error);
  if (file.edited) return <EditView edited={file.edited} />;
  return (
    <Page title={path}>
      {file.error && <SkillFileFailed error={file.error} itemId={itemId} path={path} onRetry={file.refetch} />}
      {!file.error && (file.isBinary ? <NotShown>This file is not text, so it cannot be edited here.</NotShown> : <FirstRows />)}
    </Page>
  );
}
