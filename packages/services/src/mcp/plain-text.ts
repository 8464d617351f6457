/** Error pages are HTML; what stands in them is enough. */
export function plainText(text: string): string {
  return text.replaceAll(/<(script|style)[^>]*>[\s\S]*?<\/\1>/gi, ' ').replaceAll(/<[^>]*>/g, ' ');
}
