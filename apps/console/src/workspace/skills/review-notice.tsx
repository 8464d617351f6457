import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { call, type OutputOf } from '../../kernel/calls/call.ts';
import { toolQuery } from '../../kernel/calls/queries.ts';
import { CircleAlert, CircleCheck } from '../../kernel/icons/icons.ts';
import { useFocusHere } from '../../kernel/layout/focus-here.ts';
import { useMembership } from '../../kernel/membership/membership.ts';
import { HiddenCharacters } from '../../kernel/signs/hidden-characters.tsx';
import { Failed } from '../../kernel/states/failed.tsx';
import { count } from '../../kernel/words/count-words.ts';
import { Author } from '../history/author.tsx';
import { ItemDifference } from '../history/item-difference.tsx';
import { useRestore } from '../history/use-restore.ts';
import { useVersions } from '../history/use-versions.ts';
import type { Item } from '../item/item.ts';
import { useItemChange } from '../item/use-item-changes.ts';
import styles from './skills.module.css';
import { useNextToReview } from './use-next-to-review.ts';

/** Readers of a skill, and whether its newest version is reviewed. */
export function useSkillUse(itemId: string) {
  const { orgId } = useMembership();
  return useQuery(toolQuery(orgId, 'list_skill_loads', { itemId }));
}

/** Review of an agent's version: its changes, with Accept and the other actions. // D72 */
export function ReviewNotice({ item }: { item: Item }) {
  const { data, error, refetch } = useSkillUse(item.id);
  const [did, setDid] = useState<string>();
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!data) return null;
  if (data.reviewed)
    return did === undefined ? null : (
      <Done key={did} itemId={item.id}>
        {did}
      </Done>
    );
  return <Waiting key={data.versionCount} item={item} {...data} onDone={setDid} />;
}

interface WaitingProps
  extends Pick<OutputOf<'list_skill_loads'>, 'versionCount' | 'reviewedVersion' | 'hiddenCharacters' | 'uncheckedFiles'> {
  item: Item;
  onDone: (did: string) => void;
}

function Waiting({ item, versionCount, reviewedVersion, hiddenCharacters = [], uncheckedFiles = 0, onDone }: WaitingProps) {
  const { orgId } = useMembership();
  const { versions } = useVersions(item.id);
  const [isShown, setShown] = useState(true);
  const accepting = useItemChange();
  const { restore, isPending } = useRestore(item, () => onDone(`Version ${reviewedVersion ?? 0} is restored.`));
  const navigate = useNavigate();
  const next = useNextToReview(item.id);
  // Accept the version on the page, even if a newer one has been saved since.
  const review = () => call(orgId, 'review_skill', { itemId: item.id, version: versionCount });
  const accept = () =>
    accepting.mutate(async () => {
      await review();
      onDone(`You accepted version ${versionCount}.`);
    });
  const acceptAndGoOn = (itemId: string) =>
    accepting.mutate(async () => {
      await review();
      await navigate({ to: '/$orgId/documents/item/$itemId', params: { orgId, itemId } });
    });
  const version = versions?.find((one) => one.version === versionCount);
  return (
    <section className={styles.notice} aria-label="Review">
      <p className={styles.said}>
        <CircleAlert size={16} aria-hidden="true" />
        <span>
          Version {versionCount} by {version && <Author of={version} />} hasn't been reviewed
        </span>
      </p>
      <p>
        {reviewedVersion === null
          ? 'No version has been reviewed yet. Read all of its files before you accept it.'
          : `These are the changes since version ${reviewedVersion}, the last reviewed one. Computers that sync only reviewed versions keep that one.`}
      </p>
      <HiddenCharacters all={hiddenCharacters.map(({ path, ...found }) => ({ of: path, ...found }))} />
      {uncheckedFiles > 0 && <p>Too large to be checked for hidden characters: {count(uncheckedFiles, 'file')}.</p>}
      <div className={styles.verbs}>
        {item.canWrite && (
          <Button loading={accepting.isPending} onClick={accept}>
            Accept version {versionCount}
          </Button>
        )}
        {item.canWrite && next && (
          <Button variant="default" disabled={accepting.isPending} onClick={() => acceptAndGoOn(next.id)}>
            Accept and next
          </Button>
        )}
        {item.canWrite && reviewedVersion !== null && (
          <Button variant="default" loading={isPending} onClick={() => restore(reviewedVersion, versionCount)}>
            Restore version {reviewedVersion}
          </Button>
        )}
        {reviewedVersion !== null && (
          <Button variant="subtle" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
            {isShown ? 'Hide changes' : 'Show changes'}
          </Button>
        )}
      </div>
      {isShown && reviewedVersion !== null && <ItemDifference item={item} before={reviewedVersion} after={versionCount} />}
    </section>
  );
}

/** Message after a review, with a link to the next skill. Takes the focus, because the button is gone. */
function Done({ itemId, children }: { itemId: string; children: ReactNode }) {
  const { orgId } = useMembership();
  const news = useFocusHere<HTMLParagraphElement>();
  const next = useNextToReview(itemId);
  return (
    <p {...news} className={styles.done}>
      <CircleCheck size={16} aria-hidden="true" />
      <span>
        {children}{' '}
        {next && (
          <Link to="/$orgId/documents/item/$itemId" params={{ orgId, itemId: next.id }}>
            Next: {next.name}
          </Link>
        )}
      </span>
    </p>
  );
}
