const separator = '__';

/** Parses a tool of a connected service as agents name it: `<service>__<tool>`. Undefined if the text has another form. */
export function parseToolSlug(toolSlug: string): { service: string; name: string } | undefined {
  const at = toolSlug.indexOf(separator);
  if (at < 1 || at + separator.length === toolSlug.length) return undefined;
  return { service: toolSlug.slice(0, at), name: toolSlug.slice(at + separator.length) };
}
