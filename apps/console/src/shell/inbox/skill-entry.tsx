import { Button } from '@mantine/core';
import { useState } from 'react';
import { call, type InputOf } from '../../kernel/calls/call.ts';
import { useBindings } from '../../kernel/keyboard/bindings.ts';
import { useMembership } from '../../kernel/membership/membership.ts';
import { sayDone } from '../../kernel/notices/notices.ts';
import { HiddenCharacters } from '../../kernel/signs/hidden-characters.tsx';
import { Failed } from '../../kernel/states/failed.tsx';
import { FirstRows } from '../../kernel/states/first-rows.tsx';
import { count } from '../../kernel/words/count-words.ts';
import { ItemDifference } from '../../workspace/history/item-difference.tsx';
import { useItemChange } from '../../workspace/item/use-item-changes.ts';
import { DeclineForm } from '../../workspace/reviews/decline-form.tsx';
import reviewStyles from '../../workspace/reviews/reviews.module.css';
import { useSkillUse } from '../../workspace/skills/review-notice.tsx';
import type { EntryViewProps } from './entry-view.ts';
import styles from './inbox.module.css';

/** Version of a skill that nobody has reviewed, with its changes. // D72.8, D78.4 */
export function SkillEntry({ entry: { id }, onDecided }: EntryViewProps) {
  const { data, error, refetch } = useSkillUse(id);
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!data) return <FirstRows />;
  if (data.reviewed) return <p className={styles.none}>Somebody has reviewed this version.</p>;
  return <Waiting key={data.versionCount} id={id} {...data} onDecided={onDecided} />;
}

type WaitingProps = Pick<
  NonNullable<ReturnType<typeof useSkillUse>['data']>,
  'versionCount' | 'reviewedVersion' | 'hiddenCharacters' | 'uncheckedFiles'
> & { id: string; onDecided: () => void };

function Waiting({ id, versionCount, reviewedVersion, hiddenCharacters = [], uncheckedFiles = 0, onDecided }: WaitingProps) {
  const { orgId } = useMembership();
  const change = useItemChange();
  const [isDeclining, setDeclining] = useState(false);
  const decide = (decision: Pick<InputOf<'review_item'>, 'accept' | 'decline' | 'note'>, did: string) => {
    if (change.isPending) return;
    change.mutate(async () => {
      // Decides about the shown version, even if a newer one has been saved since.
      await call(orgId, 'review_item', { itemId: id, version: versionCount, ...decision });
      sayDone(did);
      onDecided();
    });
  };
  const accept = () => decide({ accept: true }, `Version ${versionCount} accepted.`);
  const canDecline = reviewedVersion !== null;
  useBindings('Entry', [
    { keys: 'y', does: 'Accept version', run: accept },
    ...(canDecline ? [{ keys: 'n', does: 'Decline version', run: () => setDeclining(true) }] : []),
  ]);
  return (
    <>
      {isDeclining ? (
        <DeclineForm
          verb="Decline version"
          onClose={() => setDeclining(false)}
          onDecline={(note) => decide({ decline: true, ...(note !== '' && { note }) }, `Restored version ${reviewedVersion ?? 0}.`)}
        />
      ) : (
        <div className={reviewStyles.verbs}>
          <Button disabled={change.isPending} onClick={accept}>
            Accept version {versionCount}
          </Button>
          {canDecline && (
            <Button variant="default" disabled={change.isPending} onClick={() => setDeclining(true)}>
              Decline version {versionCount}
            </Button>
          )}
        </div>
      )}
      <HiddenCharacters all={hiddenCharacters.map(({ path, ...found }) => ({ of: path, ...found }))} />
      {uncheckedFiles > 0 && <p>Too large to be checked for hidden characters: {count(uncheckedFiles, 'file')}.</p>}
      {reviewedVersion === null ? (
        <p className={styles.none}>No version has been reviewed yet. Open the skill and read all of its files before you accept it.</p>
      ) : (
        <ItemDifference item={{ id, type: 'skill' }} before={reviewedVersion} after={versionCount} />
      )}
    </>
  );
}
