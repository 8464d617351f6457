import type { CompanyClaims, CompanyFault, CompanyPort, CompanyRequest } from '../kernel/ports/company-port.ts';
import type { Browser } from './fake-browser.ts';

export interface FakeCompany extends CompanyPort {
  /** Requests with which browsers were sent to the company. */
  begun: CompanyRequest[];
  /** Requests with which browsers returned. */
  finished: CompanyRequest[];
  /** Identity or fault with which a browser returns. */
  answer: CompanyClaims | CompanyFault;
}

/** Creates a company that identifies everyone as Ada, unless a test sets another answer. */
export function createFakeCompany(): FakeCompany {
  const issuer = 'https://login.company.test';
  const company: FakeCompany = {
    issuer,
    begun: [],
    finished: [],
    answer: { issuer, subject: 'ada', email: 'ada@company.test', isEmailVerified: true, name: 'Ada\u0000' },
    async begin(request) {
      company.begun.push(request);
      return { address: `${issuer}/?state=${request.state}` };
    },
    async finish({ query: _query, ...request }) {
      company.finished.push(request);
      return company.answer;
    },
  };
  return company;
}

/** Query with which a browser returns from the company. */
export async function queryOf(browser: Browser, input: object = {}): Promise<string> {
  return new URL((await browser.ok('begin_company_sign_in', input)).address).search.slice(1);
}

export async function finish(browser: Browser, input: object = {}) {
  return await browser.ok('finish_company_sign_in', { query: await queryOf(browser, input) });
}
