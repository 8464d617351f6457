import { Button, VisuallyHidden } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { byCursor, cursorArgument } from '../../kernel/calls/by-cursor.ts';
import { call, type OutputOf } from '../../kernel/calls/call.ts';
import { ArrowRight } from '../../kernel/icons/icons.ts';
import { Section, SidePanel } from '../../kernel/layout/side-panel.tsx';
import { useMembership } from '../../kernel/membership/membership.ts';
import { useNow } from '../../kernel/signs/now.ts';
import { Failed } from '../../kernel/states/failed.tsx';
import { FirstRows } from '../../kernel/states/first-rows.tsx';
import { describeFields } from '../history/change-words.ts';
import { Parts } from '../history/difference.tsx';
import { ItemDifference } from '../history/item-difference.tsx';
import { useVersions } from '../history/use-versions.ts';
import { PlaceToChoose } from './place-to-choose.tsx';
import styles from './take-back.module.css';
import { colorOfOutcome, sayOutcome } from './take-back-words.ts';
import { useEdit } from './use-edit.ts';

type Compared = OutputOf<'compare_take_back_item'>;

interface EntryPanelProps {
  takeBackId: string;
  itemId: string;
  /** Number of entries that need a choice, including this one. */
  needsYou: number;
  onNext: () => void;
  onClose: () => void;
}

/** Changes of one entry, and its choices, before anything is done. */
export function EntryPanel({ takeBackId, itemId, needsYou, onNext, onClose }: EntryPanelProps) {
  const { orgId } = useMembership();
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: [orgId, 'compare_take_back_item', { takeBackId, itemId }],
    queryFn: ({ pageParam, signal }) => call(orgId, 'compare_take_back_item', { takeBackId, itemId, ...cursorArgument(pageParam) }, signal),
    ...byCursor,
  });
  const [first] = data?.pages ?? [];
  const parts = data?.pages.flatMap((page) => page.parts) ?? [];
  return (
    <SidePanel title={first?.entry.name ?? 'What happens'} isWide onClose={onClose}>
      {error ? <Failed error={error} /> : !first && <FirstRows />}
      {first && (
        <>
          <WhatHappens takeBackId={takeBackId} of={first} />
          {first.places.length > 0 && (
            <Places takeBackId={takeBackId} itemId={itemId} places={first.places} onNext={needsYou > ownNeed(first) ? onNext : undefined} />
          )}
          {parts.length + first.fields.length + first.places.length === 0 && first.entry.outcome !== 'taken_back' && (
            <p className={styles.what}>Nothing in it would change.</p>
          )}
          {first.fields.length > 0 && <Fields fields={first.fields} />}
          {first.entry.type === 'skill' && first.entry.version !== null && !first.entry.isMerged ? (
            <SkillFiles itemId={itemId} after={first.entry.version} />
          ) : (
            parts.some(({ kind }) => kind === 'changed') && (
              <Section title="Text">
                <Parts of={parts} />
                {hasNextPage && (
                  <Button variant="default" mt={12} loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
                    Show more changes
                  </Button>
                )}
              </Section>
            )
          )}
        </>
      )}
    </SidePanel>
  );
}

/** 1 if this entry needs a choice, otherwise 0. */
const ownNeed = ({ entry }: Compared): number => (entry.expected === 'needs_you' ? 1 : 0);

/** A skill becomes an earlier version in all of its files. */
function SkillFiles({ itemId, after }: { itemId: string; after: number }) {
  const { versions, error } = useVersions(itemId);
  const [newest] = versions ?? [];
  if (error) return <Failed error={error} />;
  return (
    <Section title="Files">
      {newest ? <ItemDifference item={{ id: itemId, type: 'skill' }} before={newest.version} after={after} /> : <FirstRows />}
    </Section>
  );
}

function WhatHappens({ takeBackId, of: { entry } }: { takeBackId: string; of: Compared }) {
  const { orgId } = useMembership();
  const { edit, isPending } = useEdit(takeBackId);
  const { itemId, type, isLeftOut, filesLeft, others } = entry;
  return (
    <Section title="What happens">
      <p className={styles.outcome} data-expected={colorOfOutcome(entry)}>
        {sayOutcome(entry)}
      </p>
      {filesLeft.length > 0 && <p className={styles.outcome}>Files that others changed too stay: {filesLeft.join(', ')}</p>}
      {others.length > 0 && <p className={styles.outcome}>No history, so it stays: {others.join(', ')}</p>}
      <div className={styles.choices}>
        <Button variant="default" loading={isPending} onClick={() => edit(isLeftOut ? { include: [itemId] } : { exclude: [itemId] })}>
          {isLeftOut ? 'Take it back too' : 'Leave out'}
        </Button>
        {type !== 'task' && type !== 'folder' && (
          <Button
            variant="subtle"
            renderRoot={(props) => <Link {...props} to="/$orgId/documents/item/$itemId" params={{ orgId, itemId }} />}
          >
            Open
          </Button>
        )}
      </div>
    </Section>
  );
}

interface PlacesProps extends Pick<EntryPanelProps, 'takeBackId' | 'itemId'> {
  places: Compared['places'];
  /** Undefined if no other entry needs a choice. */
  onNext: (() => void) | undefined;
}

function Places({ takeBackId, itemId, places, onNext }: PlacesProps) {
  const { edit, isPending } = useEdit(takeBackId);
  return (
    <Section title="Conflicts">
      {places.map((place) => (
        <PlaceToChoose
          key={place.placeId}
          place={place}
          isPending={isPending}
          onChoose={(choice) => edit({ places: [{ itemId, placeId: place.placeId, choice }] })}
        />
      ))}
      {onNext && (
        <Button variant="default" rightSection={<ArrowRight size={14} />} onClick={onNext}>
          Next conflict
        </Button>
      )}
    </Section>
  );
}

function Fields({ fields }: Pick<Compared, 'fields'>) {
  const now = useNow();
  return (
    <Section title="Fields">
      <ul className={styles.fields}>
        {describeFields({ what: 'changed', fields }, now).map(({ name, before, after }) => (
          <li key={name}>
            {name}: <del>{before}</del> <ArrowRight size={12} /> <VisuallyHidden component="span">to</VisuallyHidden> <ins>{after}</ins>
          </li>
        ))}
      </ul>
    </Section>
  );
}
