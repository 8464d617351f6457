import { call, type InputOf } from '../../kernel/calls/call.ts';

const nextPage = 'gatehouse-after-company';

/** Sends this browser to the company, and to a page of ours afterwards. The tab stores that page, so the company never learns it. */
export async function goToCompany(input: InputOf<'begin_company_sign_in'>, next: string | undefined): Promise<void> {
  const { address } = await call(undefined, 'begin_company_sign_in', input);
  if (next === undefined) sessionStorage.removeItem(nextPage);
  else sessionStorage.setItem(nextPage, next);
  window.location.assign(address);
}

/** Page to open after the return from the company. */
export function pageAfterCompany(): string | undefined {
  return sessionStorage.getItem(nextPage) ?? undefined;
}
