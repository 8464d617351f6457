import { Button, Switch } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { CallError, call } from '../../kernel/calls/call.ts';
import { accountQuery } from '../../kernel/membership/account.ts';
import { useMembership } from '../../kernel/membership/membership.ts';
import { sayDone } from '../../kernel/notices/notices.ts';
import { sayError } from '../../kernel/states/say-error.ts';
import { count } from '../../kernel/words/count-words.ts';
import { refreshItems } from '../item/use-item-changes.ts';
import styles from './reviews.module.css';

interface ReviewSwitchProps {
  /** Top folder. Undefined for items outside of folders. */
  folderId?: string;
  isOn: boolean;
  mayChange?: boolean;
}

/** Switch for the review of agents' changes. Asks for confirmation if changes wait when it is switched off. // D78.3 */
export function ReviewSwitch({ folderId, isOn, mayChange = true }: ReviewSwitchProps) {
  const { orgId } = useMembership();
  const queries = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const change = useMutation({
    mutationFn: ({ review, acceptWaiting }: { review: boolean; acceptWaiting?: true }) =>
      call(orgId, 'set_review', { review, ...(folderId !== undefined && { folderId }), ...(acceptWaiting && { acceptWaiting }) }),
    onSuccess({ review, accepted }) {
      setAsking(false);
      const also = accepted > 0 ? ` Changes in ${count(accepted, 'item')} count as accepted.` : '';
      sayDone(review ? "Agents' changes wait for a review from now on." : `Agents' changes no longer wait for a review.${also}`);
    },
    onError(error, { review }) {
      if (!review && error instanceof CallError && error.reason === 'invalid_argument') setAsking(true);
      else sayError(error);
    },
    onSettled: () => Promise.all([refreshItems(queries, orgId), queries.invalidateQueries({ queryKey: accountQuery.queryKey })]),
  });
  return (
    <>
      <Switch
        label="Agents' changes wait for a review"
        checked={isOn}
        disabled={change.isPending || !mayChange}
        onChange={(event) => change.mutate({ review: event.currentTarget.checked })}
      />
      {isAsking && isOn && (
        <div className={styles.decline} role="alert">
          <p className={styles.by}>Changes are still waiting here. If you switch the review off, they count as accepted.</p>
          <div className={styles.verbs}>
            <Button size="compact-sm" loading={change.isPending} onClick={() => change.mutate({ review: false, acceptWaiting: true })}>
              Accept them and switch off
            </Button>
            <Button size="compact-sm" variant="subtle" color="gray" c="inherit" onClick={() => setAsking(false)}>
              Keep it on
            </Button>
          </div>
        </div>
      )}
    </>
  );
}
