import { call, type InputOf } from '../../kernel/calls/call.ts';

const nextPage = 'gatehouse-after-company';

/** Leads this browser to the company, and to a page of ours when it has come back. The tab remembers the page: the company is told none of it. */
export async function goToCompany(input: InputOf<'begin_company_sign_in'>, next: string | undefined): Promise<void> {
  const { address } = await call(undefined, 'begin_company_sign_in', input);
  if (next === undefined) sessionStorage.removeItem(nextPage);
  else sessionStorage.setItem(nextPage, next);
  window.location.assign(address);
}

/** Where somebody goes who has come back. */
export function pageAfterCompany(): string | undefined {
  return sessionStorage.getItem(nextPage) ?? undefined;
}
