import { inPathOrder, skillMain } from '@gatehouse/domain/skills';
import { type FoundItem, type Op, sha256 } from '@gatehouse/storage';
import type { ToolContext } from '../../kernel/context/context.ts';
import { refusal } from '../../kernel/errors/errors.ts';
import { readText } from '../items/content.ts';
import type { ChangedText } from '../items/edit-item.ts';
import { refuseStale, saveContent } from '../items/save-item.ts';
import { refuseBadFiles } from './given-files.ts';
import { textOf } from './skill-path.ts';
import { findSkillFile, readSkillFile, readSkillVersion } from './skill-version.ts';

interface FileEdit {
  path: string;
  expectedVersionCount: number | undefined;
  change: (text: string) => ChangedText;
}

/** Applies `change` to a text file next to SKILL.md, as one version of the skill. The caller has locked the item. */
export function* editSkillFile(context: ToolContext, item: FoundItem, edit: FileEdit): Op<{ versionCount: number }> {
  const { path, expectedVersionCount, change } = edit;
  const version = yield* readSkillVersion(context, item);
  const before = findSkillFile(version, item, path);
  refuseStale(item, expectedVersionCount);
  const text = textOf(path, yield* readSkillFile(context, item, version, path));
  const changed = change(text);
  if (!changed.ok) throw refusal(changed.reason, changed.message);
  if (changed.text === text) return { versionCount: item.versionCount };
  const bytes = Buffer.from(changed.text);
  const after = { ...before, sizeBytes: bytes.length, sha256: sha256(bytes).toString('hex') };
  const main = yield* readText(context, item);
  const files = inPathOrder([...version.files.filter((file) => file.path !== skillMain && file.path !== path), after]);
  refuseBadFiles(files, main);
  const saved = yield* saveContent(context, item, {
    content: { text: main },
    skillFiles: { files, bytes: new Map([[after.sha256, bytes]]) },
    summary: `edited ${path}`,
  });
  return { versionCount: saved.versionCount };
}
