import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { CallError } from '../../kernel/calls/call.ts';
import { draftKey } from '../../kernel/drafts/drafts.ts';
import { useBindings } from '../../kernel/keyboard/bindings.ts';
import { Keys } from '../../kernel/keyboard/keys.tsx';
import { sayDone, sayFailed } from '../../kernel/notices/notices.ts';
import { messageOf } from '../../kernel/states/failed.tsx';
import { count } from '../../kernel/words/count-words.ts';
import { relativeTime } from '../../kernel/words/time-words.ts';
import type { Away } from './away.ts';
import { AwayNotice } from './away-notice.tsx';
import type { Opened } from './open-draft.ts';
import type { EditableItem } from './save-text.ts';
import styles from './source-editor.module.css';
import { useMounted } from './use-mounted.ts';

export interface SourceEditorProps {
  /** Newest state of the item. Newer versions are merged while the person types. */
  item: EditableItem;
  /** Reason why the item cannot be saved now. */
  away: Away | undefined;
  opened: Opened;
  /** Author of the newest version, if it is known. */
  author?: string | undefined;
  /** Author of all newer versions, if there is only one. */
  others?: string | undefined;
  /** Preview of the text. */
  preview?: ((text: string) => ReactNode) | undefined;
  /** Faults of a text, checked while typing. */
  check?: ((text: string) => ReactNode) | undefined;
  onClose: () => void;
  /** Called if the item does not exist or cannot be changed. The page that shows it then reloads it. */
  onMissed: () => void;
  /** The text was saved as another document. */
  onSavedAs: (docId: string) => void;
}

/** Maximum length of a text that is previewed while typing. Previews of longer texts are shown on request, because they take too long. */
const maxPreviewed = 150_000;

/** Source of a text with its preview and its actions. */
export function SourceEditor({ item, away, opened, author, others, preview, check, onClose, onMissed, onSavedAs }: SourceEditorProps) {
  const { place, editor, text, status } = useMounted(item, opened, away !== 'gone', others);
  const [refused, setRefused] = useState<string>();
  const [isPreviewed, setIsPreviewed] = useState(false);
  const sayRefused = (error: unknown) => {
    const { code, reason } = error instanceof CallError ? error : { code: undefined, reason: undefined };
    // The page shows this once for the whole application, in place of its content.
    if (code === 'unauthorized') return;
    if (reason === 'no_such_item' || reason === 'protected_item') onMissed();
    else if (code === 'forbidden') setRefused(messageOf(error));
    else sayFailed(`${code === 'offline' ? 'Not saved.' : messageOf(error)} Your text is still here.`, error);
  };
  const save = async () => {
    try {
      const outcome = await editor()?.editing.save();
      setRefused(undefined);
      if (outcome === 'saved') sayDone(`Saved as version ${editor()?.editing.status().version ?? 0}.`);
      if (outcome === 'merged')
        sayDone('Someone else saved in the meantime. Their changes are now in your text. Review them and save again.');
      if (outcome === 'conflicts') editor()?.showConflict();
    } catch (error) {
      sayRefused(error);
    }
  };
  useBindings('Editor', [
    { keys: 'mod+s', does: 'Save', run: () => void save() },
    { keys: 'mod+f', does: 'Find in source', run: () => editor()?.find() },
    { keys: 'mod+e', does: 'Preview', run: () => setIsPreviewed((is) => !is) },
  ]);
  return (
    <div className={styles.editor}>
      <div className={styles.bar}>
        <Button onClick={() => void save()} loading={status.isSaving} rightSection={<Keys keys="mod+s" />}>
          Save
        </Button>
        {preview && (
          <Button variant="default" aria-pressed={isPreviewed} onClick={() => setIsPreviewed(!isPreviewed)}>
            Preview
          </Button>
        )}
        {status.isChanged && (
          <Button variant="default" onClick={() => editor()?.discard()}>
            Discard changes
          </Button>
        )}
        <Button
          variant="default"
          onClick={() => {
            editor()?.keepNow();
            onClose();
          }}
        >
          Done
        </Button>
        <p className={styles.state} role="status">
          <State status={status} opened={opened} author={author} />
        </p>
        {status.conflicts > 0 && (
          <Button color="red" variant="light" onClick={() => editor()?.showConflict()}>
            {count(status.conflicts, 'conflict')} to resolve
          </Button>
        )}
      </div>
      <AwayNotice
        item={item}
        away={away}
        refused={refused}
        text={() => editor()?.text() ?? text}
        onSaved={(docId) => {
          editor()?.forget();
          opened.drafts.drop(draftKey(item.id, item.path));
          onSavedAs(docId);
        }}
      />
      {check && <div className={styles.check}>{check(text)}</div>}
      <div className={styles.panes} data-previewed={isPreviewed || undefined}>
        <div ref={place} className={styles.source} />
        {preview && isPreviewed && <Preview text={text} render={preview} />}
      </div>
    </div>
  );
}

function State({
  status,
  opened,
  author,
}: {
  status: ReturnType<typeof useMounted>['status'];
  opened: Opened;
  author: string | undefined;
}) {
  if (status.isSaving) return 'Saving…';
  const written =
    status.received && author !== undefined ? `${author} saved version ${status.version}; the changes are highlighted.` : undefined;
  const inOneLine = (...sentences: (string | undefined)[]) => sentences.filter(Boolean).join(' ');
  if (!status.isChanged) return inOneLine(`All changes saved · version ${status.version}.`, written);
  if (!status.isKept) return 'Unsaved changes. This browser has no room for a draft, so save soon.';
  const from = opened.draft && !status.received ? `We restored your draft from ${relativeTime(opened.draft.at, Date.now())}.` : undefined;
  return inOneLine('Unsaved changes (kept in this browser).', from, written);
}

function Preview({ text, render }: { text: string; render: (text: string) => ReactNode }) {
  const [asked, setAsked] = useState('');
  const latest = useSettled(text);
  const isShort = latest.length <= maxPreviewed;
  return (
    <div className={styles.preview}>
      {!isShort && (
        <Button variant="default" onClick={() => setAsked(latest)}>
          Update preview
        </Button>
      )}
      {render(isShort ? latest : asked)}
    </div>
  );
}

/** The text after a pause in typing. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), settledMs);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

const settledMs = 120;
