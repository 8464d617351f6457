import { Button, PasswordInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../calls/call.ts';
import { Fault } from '../forms/fault.tsx';
import { useForm } from '../forms/use-form.ts';

export function DeleteAccount() {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [isAsked, setAsked] = useState(false);
  const form = useForm({ password: '' }, async (values) => {
    await call(undefined, 'delete_account', values);
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
      <p style={{ margin: 0 }}>Your agents' keys stop at once. What you and they made stays with each organization.</p>
      <PasswordInput label="Your password" autoComplete="current-password" required autoFocus {...form.text('password')} />
      <Fault text={form.fault} />
      <Button type="submit" color="red" loading={form.isSending}>
        Delete account
      </Button>
    </form>
  );
}
