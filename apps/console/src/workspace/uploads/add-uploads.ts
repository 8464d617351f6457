import { showInCorner } from '../../kernel/layout/corner.tsx';
import { uploads } from './store.ts';
import { UploadList } from './upload-list.tsx';
import type { Uploads } from './uploads.ts';

/** Uploads files. Their list stays in the corner of every page until the person takes them off. */
export const addUploads: Uploads['add'] = (orgId, files, target) => {
  showInCorner(UploadList);
  uploads.add(orgId, files, target);
};
