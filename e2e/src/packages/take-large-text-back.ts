/** A text of 70 KB. A thread merges texts above 64 KiB (D66.11). */
const lines = Array.from({ length: 1500 }, (_, number) => `This is line ${number} of a long text, and it stays.\n`).join('');
const large = (first: string, last: string) => `${first}\n${lines}${last}\n`;

/** Takes back an edit of a large document that was followed by another edit. Returns the faults. */
export async function takeLargeTextBack(url: string, key: string): Promise<string[]> {
  // biome-ignore lint/suspicious/noExplicitAny: the fields that it reads are compared
  const call = async (tool: string, input: object): Promise<any> => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const answer = await fetch(`${url}/v1/tools/${tool}`, { method: 'POST', headers, body: JSON.stringify(input) });
    return await answer.json();
  };
  const { docId } = await call('create_doc', { title: 'A long text', bodyMarkdown: large('one', 'end') });
  await call('edit_doc', { docId, oldText: 'one\n', newText: 'ONE\n' });
  const { changes } = await call('list_changes', { mine: true, limit: 1 });
  await call('edit_doc', { docId, oldText: 'end\n', newText: 'the end\n' });
  const taken = await call('take_back', { requestId: changes[0].requestId });
  const read = await call('read_doc', { docId });
  const [subject] = taken.subjects ?? [];
  const wrong = subject?.outcome === 'taken_back' && subject.reason === null ? [] : [`take_back answered ${JSON.stringify(taken)}`];
  return read.bodyMarkdown === large('one', 'the end') ? wrong : [...wrong, 'the document does not have the merged text'];
}
