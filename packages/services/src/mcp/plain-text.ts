import type { Foreign } from '@gatehouse/domain';

/** The words of an error page, without its tags, scripts and styles. */
export function plainText(html: Foreign): string {
  return html.replaceAll(/<(?:script|style)[^<>]*>[\s\S]*?(?:<\/(?:script|style)>|$)/gi, ' ').replaceAll(/<[^<>]*>/g, ' ');
}
