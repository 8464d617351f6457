import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, Suspense, useRef } from 'react';
import { Page } from '../../kernel/layout/page.tsx';
import { partCode } from '../../kernel/loading/page-code.tsx';
import { useMembership } from '../../kernel/membership/membership.ts';
import { EditItem } from '../editor/edit-item.tsx';
import type { EditableItem } from '../editor/save-text.ts';
import { crumbsOf, type Item, itemQuery } from '../item/item.ts';
import { useFreshItem } from '../item/use-fresh-item.ts';
import { Markdown } from '../reading/markdown.tsx';
import { PictureContext } from '../reading/pictures.ts';
import styles from './items.module.css';
import type { Edited } from './use-edited.ts';
import { usePictures } from './use-pictures.ts';

/** Loaded on the first edit of a skill, because it brings a YAML parser. */
const SkillCheck = partCode(() => import('../skills/skill-check.tsx'), 'SkillCheck');

/** Loaded on the first edit of an item with waiting changes, because it includes the code that compares texts. */
const TouchedChanges = partCode(() => import('../reviews/touched-changes.tsx'), 'TouchedChanges');

const checkSkill = (text: string): ReactNode => (
  <Suspense>
    <SkillCheck text={text} />
  </Suspense>
);

/** Source of an item in the editor, even after the item is gone. */
export function EditView({ edited: { item, away } }: { edited: Edited }) {
  const { orgId } = useMembership();
  const navigate = useNavigate();
  const queries = useQueryClient();
  useFreshItem({ id: item.id, versionCount: item.version });
  const toItem = (itemId: string, file?: string) =>
    void navigate({ to: '/$orgId/documents/item/$itemId', params: { orgId, itemId }, search: file === undefined ? {} : { file } });
  return (
    <Page title={item.name} crumbs={crumbsOf(orgId, item)} isFilled>
      <EditItem
        item={item}
        away={away}
        onClose={() => toItem(item.id, item.path)}
        onMissed={() => void queries.invalidateQueries({ queryKey: itemQuery(orgId, item.id).queryKey })}
        onSavedAs={(itemId) => toItem(itemId)}
        {...(showsPreview(item) && { preview: (text: string) => <Reading item={item} text={text} /> })}
        {...(item.type === 'skill' && item.path === undefined && { check: checkSkill })}
        {...(item.reviewed === false && { check: (text: string) => <Touched itemId={item.id} text={text} /> })}
      />
    </Page>
  );
}

function Touched(props: { itemId: string; text: string }) {
  return (
    <Suspense>
      <TouchedChanges {...props} />
    </Suspense>
  );
}

/** SKILL.md is markdown. Other files of a skill have their own type. */
function showsPreview({ type, mimeType, path }: EditableItem): boolean {
  return path === undefined ? isMarkdown({ type, mimeType }) : mimeType === 'text/markdown';
}

export function isMarkdown({ type, mimeType }: Pick<Item, 'type' | 'mimeType'>): boolean {
  return type !== 'file' || mimeType === 'text/markdown';
}

function Reading({ item, text }: { item: EditableItem; text: string }) {
  const showPicture = usePictures(item);
  const scroller = useRef<HTMLDivElement>(null);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: people must be able to scroll it with the keyboard
    <div ref={scroller} className={styles.scroller} tabIndex={0} role="region" aria-label="Preview">
      <div className={styles.column}>
        <PictureContext value={showPicture}>
          <Markdown text={text} scroller={scroller} marksChanges={false} />
        </PictureContext>
      </div>
    </div>
  );
}
