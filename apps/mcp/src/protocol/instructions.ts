import type { Gateway } from '@gatehouse/core';

/** Some clients cut instructions here, so the text up to here must stand alone. */
export const cutLength = 512;

const opening = `Gatehouse is your organization's workspace: documents, files, skills, tasks, and connected services.
- Ask: search {query, match: "best"} takes a question. Read the place: read_lines from the hit's line. Go on: related, grep.
- Change text with edit_doc, edit_file or edit_skill. Copy oldText exactly from what you read. take_back undoes your change.
- Services: list_service_tools finds a tool, execute_service_tool runs it.
- An error says what to call next. After rate_limited, wait the seconds it names.`;

const details = `More on texts:
- search finds a phrase; match "words" all words; match "best" also the text of files, such as PDF. grep looks in every line.
- read_doc and read_file give a whole short text. oldText must occur once; apply_edits makes several edits at once.
- Use update_doc only to replace a whole body. Every change is a new version: list_versions and restore_version.
- Comments: list_comments {mine: true} has what people ask of you. Change the text, then answer with add_comment {answerTo}.

More on services: execute_service_read_tool runs tools that only read, execute_service_tool all others.`;

/** Shown to the model on connecting: how to work in the workspace without reading more than it needs. */
export const instructions = `${opening}\n\n${details}`;

/** Instructions followed by the organization's house rules. // D80 */
export function instructionsWith(houseRules: string | null): string {
  return houseRules === null ? instructions : `${instructions}\n\nHouse rules of this organization:\n${houseRules}`;
}

export async function instructionsFor({ store }: Gateway, orgId: string): Promise<string> {
  return instructionsWith(await store.read(() => store.organizations.houseRules(orgId)));
}
