import { expect } from 'vitest';
import type { Loose } from '../kit/world.ts';
import type { ConsoleWorld } from './console-world.ts';

export interface Reviewed {
  docId: string;
  folderId: string;
  asAgent: (tool: string, input: object) => Promise<Loose>;
}

/** Creates a document in a folder with review, and changes it as an agent. */
export async function openReviewed(world: ConsoleWorld, before: string, after: string): Promise<Reviewed> {
  const { id: agentId } = await world.ok('create_agent', { name: 'robot' });
  const { key } = await world.ok('create_key', { agentId, access: 'write' });
  const asAgent = async (tool: string, input: object): Promise<Loose> => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const answer = await fetch(`${world.origin}/v1/tools/${tool}`, { method: 'POST', headers, body: JSON.stringify(input) });
    expect(answer.status).toBe(200);
    return (await answer.json()) as Loose;
  };
  const { id: folderId } = await world.ok('create_folder', { name: 'Handbook' });
  await world.ok('set_review', { folderId, review: true });
  const { docId } = await world.ok('create_doc', { title: 'Rules', bodyMarkdown: before, folderId });
  await asAgent('update_doc', { docId, bodyMarkdown: after, changeSummary: 'edited' });
  return { docId, folderId, asAgent };
}
