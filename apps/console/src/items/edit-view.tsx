import { getRouteApi } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useRef } from 'react';
import { EditItem } from '../editor/edit-item.tsx';
import { Page } from '../frame/page.tsx';
import { Markdown } from '../reading/markdown.tsx';
import { useMembership } from '../session/membership.ts';
import { crumbsOf, type Item, type ItemViewProps } from './item.ts';
import styles from './items.module.css';
import { useFreshItem } from './use-fresh-item.ts';

const route = getRouteApi('/$orgId/documents/item/$itemId');

/** Loaded when somebody edits a skill: with it comes a reader of YAML. */
const SkillCheck = lazy(async () => ({ default: (await import('../editor/skill-check.tsx')).SkillCheck }));

const checkSkill = (text: string): ReactNode => (
  <Suspense>
    <SkillCheck text={text} />
  </Suspense>
);

/** The source of an item, while somebody edits it. */
export function EditView({ item }: ItemViewProps) {
  const { orgId } = useMembership();
  const navigate = route.useNavigate();
  useFreshItem(item);
  return (
    <Page title={item.name} crumbs={crumbsOf(orgId, item)} isFilled>
      <EditItem
        item={{ ...item, text: item.text ?? '' }}
        onClose={() => void navigate({ search: {} })}
        {...(isMarkdown(item) && { preview: (text: string) => <Reading text={text} /> })}
        {...(item.type === 'skill' && { check: checkSkill })}
      />
    </Page>
  );
}

export function isMarkdown({ type, mimeType }: Item): boolean {
  return type !== 'file' || mimeType === 'text/markdown';
}

function Reading({ text }: { text: string }) {
  const scroller = useRef<HTMLDivElement>(null);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
    <div ref={scroller} className={styles.scroller} tabIndex={0} role="region" aria-label="Preview">
      <div className={styles.column}>
        <Markdown text={text} scroller={scroller} marksChanges={false} />
      </div>
    </div>
  );
}
