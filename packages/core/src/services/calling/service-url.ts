import { refusal } from '../../kernel/errors/errors.ts';

/** Reads an address of a service: http or https, without credentials, which logs on the way would keep. */
export function serviceUrl(argument: string, text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    throw refusal('invalid_argument', `argument "${argument}" must be a URL that begins with https:// or http://`);
  }
  if (url.username || url.password) {
    throw refusal('invalid_argument', `argument "${argument}" must not contain a user name or password; give them in "access"`);
  }
  url.hash = '';
  return url.href;
}
