import { Page } from '../../kernel/layout/page.tsx';
import { Failed } from '../../kernel/states/failed.tsx';
import { FirstRows } from '../../kernel/states/first-rows.tsx';
import type { Item } from '../item/item.ts';
import { NotShown } from '../previews/not-shown.tsx';
import { editFileView as strings } from '../strings.ts';
import { EditView } from './edit-view.tsx';
import { useEditedFile } from './use-edited-file.ts';

interface EditFileViewProps {
  itemId: string;
  path: string;
  /** The skill, as far as it is known. */
  item: Item | undefined;
  error: Error | null;
}

/** The source of a file beside SKILL.md. Saving it is a version of the skill. // D72.21 */
export function EditFileView({ itemId, path, item, error }: EditFileViewProps) {
  const file = useEditedFile(itemId, path, item, error);
  if (file.edited) return <EditView edited={file.edited} />;
  return (
    <Page title={path}>
      {file.error && <Failed error={file.error} onRetry={file.refetch} />}
      {!file.error && (file.isBinary ? <NotShown>{strings.isNoText}</NotShown> : <FirstRows />)}
    </Page>
  );
}
