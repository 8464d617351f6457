import { z } from 'zod';
import { defineTool } from '../../kernel/context/tool.ts';
import { expectedVersionCount } from '../../kernel/schema/schema.ts';
import { versionCountOnly } from '../../kernel/schema/shapes.ts';
import { findVersion, versionContent } from '../items/content.ts';
import { findItemForChange, namedItem } from '../items/find-item.ts';
import { itemArguments } from '../items/item-fields.ts';
import { refuseProtected } from '../items/protected-documents.ts';
import { holdsContent, refuseStale } from '../items/save-item.ts';
import { restoreSkillFile } from '../skill-files/restore-skill-file.ts';
import { pathArgument } from '../skill-files/skill-path.ts';
import { saveOldVersion } from './save-old-version.ts';

export const restoreVersion = defineTool({
  name: 'restore_version',
  title: 'Restore version',
  description: 'Restore an older version of a document, file or skill as the next version.',
  audience: 'agent',
  access: 'write',
  hints: { destructive: true, idempotent: true, openWorld: false },
  input: z.strictObject({
    ...itemArguments(),
    version: z.int().min(1).describe('from list_versions'),
    path: pathArgument(),
    expectedVersionCount: expectedVersionCount(),
  }),
  output: versionCountOnly,
  example: { input: { docId: 'doc_01jd2x7q8me3k5w9t4v6b8n0r2', version: 2 }, output: { versionCount: 7 } },
  *run(context, { docId, fileId, version, path, expectedVersionCount }) {
    const { sort, id } = namedItem({ docId, fileId });
    const item = yield* findItemForChange(context, sort, id);
    refuseProtected(context.call.tool, item);
    const older = yield* findVersion(context, item, version);
    if (path !== undefined) return yield* restoreSkillFile(context, item, { path, older, expectedVersionCount });
    const content = yield* versionContent(context, item, older);
    if (holdsContent(item, content, older.manifest)) return { versionCount: item.versionCount };
    refuseStale(item, expectedVersionCount);
    const saved = yield* saveOldVersion(context, item, { older, content, summary: `restored version ${version}` });
    return { versionCount: saved.versionCount };
  },
});
