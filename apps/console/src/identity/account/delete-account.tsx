import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../kernel/calls/call.ts';
import { AccountFault, OwnPassword, passwordGiven } from '../../kernel/forms/own-password.tsx';
import { useForm } from '../../kernel/forms/use-form.ts';

export function DeleteAccount() {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [isAsked, setAsked] = useState(false);
  const form = useForm({ password: '' }, async ({ password }) => {
    await call(undefined, 'delete_account', passwordGiven(password));
    await navigate({ to: '/sign-in', search: {} });
    queries.clear();
  });
  if (!isAsked)
    return (
      <div>
        <Button variant="default" onClick={() => setAsked(true)}>
          Delete account…
        </Button>
      </div>
    );
  return (
    <form onSubmit={form.onSubmit}>
      <p style={{ margin: 0 }}>
        Your agents' keys stop working immediately. Everything that you and your agents created stays with each organization.
      </p>
      <OwnPassword form={form} autoFocus />
      <AccountFault form={form} />
      <Button type="submit" color="red" loading={form.isSending}>
        Delete account
      </Button>
    </form>
  );
}
