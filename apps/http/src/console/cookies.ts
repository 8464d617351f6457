import type { CookieChanges } from '@gatehouse/core';
import { companySignInMs, dayMs, maxSessionMs, secondMs } from '@gatehouse/domain';

/** Cookies that a browser keeps for the console, and sends with every request to it. */
export interface Cookies {
  session: string | undefined;
  browser: string | undefined;
  company: string | undefined;
}

const cookieNames = ['session', 'browser', 'company'] as const satisfies (keyof Cookies)[];
type CookieName = (typeof cookieNames)[number];

/**
 * Lifetimes of the cookies. A session can end earlier. The browser is remembered longer, and a company sign-in shorter. // D38, D39,
 * D41
 */
const keptSeconds: Record<CookieName, number> = {
  session: maxSessionMs / secondMs,
  browser: (400 * dayMs) / secondMs,
  company: companySignInMs / secondMs,
};

/** Reads and writes the console's cookies. Under https, no other host and no page without https can set them. // D42 */
export function createCookies(consoleUrl: string) {
  const isSecure = consoleUrl.startsWith('https:');
  const names: Record<CookieName, string> = {
    session: `${isSecure ? '__Host-' : ''}gatehouse-session`,
    browser: `${isSecure ? '__Host-' : ''}gatehouse-browser`,
    company: `${isSecure ? '__Host-' : ''}gatehouse-company`,
  };
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;

  function write(name: CookieName, value: string | null): string {
    return `${names[name]}=${value ?? ''}; Max-Age=${value === null ? 0 : keptSeconds[name]}; ${attributes}`;
  }

  return {
    read(header: string | undefined): Cookies {
      return {
        session: readCookie(header, names.session),
        browser: readCookie(header, names.browser),
        company: readCookie(header, names.company),
      };
    },
    /** `Set-Cookie` values for changed cookies. */
    write(change: CookieChanges): string[] {
      return cookieNames.flatMap((name) => {
        const value = change[name];
        return value === undefined ? [] : [write(name, value)];
      });
    },
  };
}

/** The value of a cookie. Undefined if two have the same name, because ours cannot be identified. */
function readCookie(header: string | undefined, name: string): string | undefined {
  const values = (header ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`));
  const value = values.length === 1 ? values[0]?.slice(name.length + 1) : undefined;
  return value === '' ? undefined : value;
}
