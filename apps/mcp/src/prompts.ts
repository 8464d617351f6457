import { type GetPromptResult, type ListPromptsResult, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { callForProtocol } from './call-tool.ts';
import type { RequestContext, Visit } from './visit.ts';

interface ListedSkills {
  skills: { id: string; name: string; description: string }[];
  nextCursor: string | null;
}

/** Every skill is a prompt under its own name; of two skills of one name in two folders the newer one. */
export async function listPrompts(visit: Visit, cursor: string | undefined, context: RequestContext): Promise<ListPromptsResult> {
  const page = cursor === undefined ? {} : { cursor };
  const { skills, nextCursor } = (await callForProtocol(visit, 'list_skills', page, context)) as ListedSkills;
  const prompts = new Map(skills.toReversed().map(({ name, description }) => [name, { name, description }]));
  return { prompts: [...prompts.values()].toReversed(), ...(nextCursor !== null && { nextCursor }) };
}

/** The text of a skill, found by its exact name. */
export async function getPrompt(visit: Visit, name: string, context: RequestContext): Promise<GetPromptResult> {
  const found = (await callForProtocol(visit, 'search', { query: name, type: 'skill' }, context)) as {
    results: { id: string; title: string }[];
  };
  const skill = found.results.find(({ title }) => title === name);
  if (!skill)
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      `there is no skill of this name that this key can see; prompts/list names them`,
    );
  const file = (await callForProtocol(visit, 'read_file', { fileId: skill.id }, context)) as { content: string | null };
  if (file.content === null) {
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      'invalid_request: this skill is larger than 256 KB; read parts of it with read_lines',
    );
  }
  return { messages: [{ role: 'user', content: { type: 'text', text: file.content } }] };
}
