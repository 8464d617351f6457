import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { call, type InputOf } from '../../kernel/calls/call.ts';
import { useMembership } from '../../kernel/membership/membership.ts';
import { sayError } from '../../kernel/states/say-error.ts';

/** Finds the changes to take back, and opens their preview. */
export function usePrepare() {
  const { orgId } = useMembership();
  const navigate = useNavigate();
  const { mutate, isPending } = useMutation({
    mutationFn: (wanted: InputOf<'prepare_take_back'>) => call(orgId, 'prepare_take_back', wanted),
    onSuccess: ({ takeBackId }) => navigate({ to: '/$orgId/activity/take-back/$takeBackId', params: { orgId, takeBackId } }),
    onError: sayError,
  });
  return { prepare: mutate, isPending };
}
