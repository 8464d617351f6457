import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { call, type InputOf } from '../calls/call.ts';
import { toolQuery } from '../calls/queries.ts';
import { Fault } from '../forms/fault.tsx';
import { useForm } from '../forms/use-form.ts';

/** Leads the browser to the company, which sends it back to the page of company sign-in. Nothing where no company is set up. */
export function CompanyButton({ label, input = {} }: { label: string; input?: InputOf<'begin_company_sign_in'> }) {
  const options = useQuery(toolQuery(undefined, 'sign_in_options', {}));
  const form = useForm({}, async () => {
    const { address } = await call(undefined, 'begin_company_sign_in', input);
    window.location.assign(address);
  });
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
