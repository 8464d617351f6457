import { type GetPromptResult, type ListPromptsResult, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import type { RequestContext, RequestScope } from '../requests/request-scope.ts';
import { callForProtocol } from './call-tool.ts';

/** Tools that list, find and read a skill. A key that cannot call every one of these tools gets no prompts. // D49 */
const servedBy = ['list_skills', 'search', 'read_file'] as const;

/** Lists every skill as a prompt with its name. If skills in two folders have the same name, lists the newer one. */
export async function listPrompts(scope: RequestScope, cursor: string | undefined, context: RequestContext): Promise<ListPromptsResult> {
  const caller = await scope.caller();
  if (!servedBy.every((tool) => scope.gateway.registry.allows(caller, tool))) return { prompts: [] };
  const page = cursor === undefined ? {} : { cursor };
  const { skills, nextCursor } = await callForProtocol(scope, 'list_skills', page, context);
  const prompts = new Map(skills.toReversed().map(({ name, description }) => [name, { name, description }]));
  return { prompts: [...prompts.values()].toReversed(), ...(nextCursor !== null && { nextCursor }) };
}

/** The text of a skill, found by its exact name. */
export async function getPrompt(scope: RequestScope, name: string, context: RequestContext): Promise<GetPromptResult> {
  const found = await callForProtocol(scope, 'search', { query: name, type: 'skill' }, context);
  const skill = found.results.find(({ title }) => title === name);
  if (!skill)
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `no skill visible to this key has this name; prompts/list lists skills`);
  const file = await callForProtocol(scope, 'read_file', { fileId: skill.id }, context);
  if (file.content === null) {
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      'invalid_request: this skill is larger than 256 KB; read parts of it with read_lines',
    );
  }
  return { messages: [{ role: 'user', content: { type: 'text', text: file.content } }] };
}
