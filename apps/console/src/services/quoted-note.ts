/** What a service or the network said when a call failed, as it was written down, to stand by itself on a page. */
export function quotedNote(note: string): string {
  const said = note.replace(/^(?:reports an error; correct the call by what it says: )/, '');
  return `${said[0]?.toUpperCase() ?? ''}${said.slice(1)}${/[.?!]$/.test(said) ? '' : '.'}`;
}
