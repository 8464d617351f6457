import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { call } from '../calls/call.ts';
import { LineForm } from '../forms/line-form.tsx';
import { refreshItems } from '../items/use-item-changes.ts';
import { useMembership } from '../session/membership.ts';

interface NewFormProps {
  what: 'doc' | 'folder';
  /** Where it goes. */
  folderId: string | undefined;
  onClose: () => void;
}

/** Makes a document or a folder, and opens it. */
export function NewForm({ what, folderId, onClose }: NewFormProps) {
  const { orgId } = useMembership();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const createDocument = async (title: string) => {
    const { docId } = await call(orgId, 'create_doc', { title, ...(folderId !== undefined && { folderId }) });
    await navigate({ to: '/$orgId/documents/item/$itemId', params: { orgId, itemId: docId } });
  };
  const createFolder = async (name: string) => {
    const { id } = await call(orgId, 'create_folder', { name });
    await navigate({ to: '/$orgId/documents/folder/$folderId', params: { orgId, folderId: id } });
  };
  return (
    <LineForm
      label={what === 'doc' ? 'Title of the document' : 'Name of the folder'}
      verb={what === 'doc' ? 'Create document' : 'Create folder'}
      maxLength={what === 'doc' ? 200 : 80}
      send={async (text) => {
        await (what === 'doc' ? createDocument(text) : createFolder(text));
        await refreshItems(queries, orgId);
      }}
      onClose={onClose}
    />
  );
}
