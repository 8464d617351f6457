import type { Foreign } from '@gatehouse/domain';

/** Text of an error page, without tags, scripts and styles. */
export function plainText(html: Foreign): string {
  return html.replaceAll(/<(?:script|style)[^<>]*>[\s\S]*?(?:<\/(?:script|style)>|$)/gi, ' ').replaceAll(/<[^<>]*>/g, ' ');
}
