import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { InputOf } from '../../kernel/calls/call.ts';
import { toolQuery } from '../../kernel/calls/queries.ts';
import { Fault } from '../../kernel/forms/fault.tsx';
import { useForm } from '../../kernel/forms/use-form.ts';
import { goToCompany } from './go-to-company.ts';

interface CompanyButtonProps {
  label: string;
  input?: InputOf<'begin_company_sign_in'>;
  /** Page to open after signing in. */
  next?: string | undefined;
}

/** Sends the browser to the company, which returns it to the page of company sign-in. Hidden if no company is set up. */
export function CompanyButton({ label, input = {}, next }: CompanyButtonProps) {
  const options = useQuery(toolQuery(undefined, 'sign_in_options', {}));
  const form = useForm({}, () => goToCompany(input, next));
  const host = options.data?.companyHost;
  if (host === undefined || host === null) return null;
  return (
    <form onSubmit={form.onSubmit}>
      <Fault text={form.fault} />
      <Button type="submit" variant="default" loading={form.isSending}>
        {label} {host}
      </Button>
    </form>
  );
}
