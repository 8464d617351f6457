import { skillMain } from '@gatehouse/domain/skills';
import type { Op } from '@gatehouse/storage';
import type { ToolContext } from '../../kernel/context/context.ts';
import { createItem } from '../items/save-item.ts';

const name = 'gatehouse';
const description =
  'How to work with Gatehouse tools: search first, edit rather than rewrite, take back what went wrong. Use it before you read or change documents, files, skills or tasks there.';

const body = `# Working with Gatehouse

## Find first

1. Ask: \`search {query, match}\`, with the match "best", takes a question in plain words, and finds the place in documents, files and
   skills. Ask before you create anything: it may exist already.
2. Read the place: \`read_lines {docId, startLine, limit}\` from the line of the hit, with \`fileId\` for a file. \`read_doc {docId}\`
   and \`read_file {fileId}\` read the whole; of a PDF or an Office file, its text.
3. Go on: a phrase that is not found has related hits. \`grep {query}\` finds every line with a text, \`find_text {query, docId}\` the
   passages in one item.

## Edit, don't rewrite

- Change a passage with \`edit_doc {docId, oldText, newText}\`, \`edit_file {fileId, oldText, newText}\` or
  \`edit_skill {fileId, path, oldText, newText}\`.
- Make several changes at once with \`apply_edits {docId, edits}\`: either all of them are made, or none.
- Add to the end with \`append_doc {docId, text}\`. Use \`update_doc\` only if most of the text changes.
- Pass the \`versionCount\` that you read as \`expectedVersionCount\`. If someone else has saved a version since, the call is refused
  with \`stale_version\`: read again, then decide.

## Take back what went wrong

- \`take_back {}\` takes back your last change. What others have changed since stays.
- \`list_changes {mine}\` lists your changes, \`take_back {requestId}\` takes back one of these calls.
- \`list_changes {since, by}\` lists what people, agents or others changed since a time.
- \`list_versions {docId}\` and \`restore_version {docId, version}\` bring back an older version.

## Skills

- \`list_skills\` names them, and \`read_skill_files {fileId}\` returns all files of one.
- \`write_skill {fileId, files, removeFiles}\` changes the files beside ${skillMain}. A person reviews your version before it is synced to
  anyone's disk.

## Answer comments

- \`list_comments {mine}\` lists the open comments that mention you, answer you, or are on what you changed last.
- Change the quoted words, then answer with \`add_comment {answerTo, text}\`. Leave \`resolve_comment\` to the person, unless they ask for it.

## Leave decisions to people

- A result with \`reviewed: false\` has changes that wait for a person. \`list_changes {itemId, include: ["reviews"]}\` says what
  people accepted or declined, and \`list_comments {mine}\` why.
- Create a task for what a person must decide: \`create_task {title, notes, assignee}\`. \`list_members\` lists the people.
- A folder that you create with \`create_folder {name}\` is private until a person shares it.
- Every call is in the activity log.
`;

/** The skill of every new organization: it teaches agents these tools. It can be changed and deleted. */
export const starterSkill = { name, description, content: `---\nname: ${name}\ndescription: '${description}'\n---\n${body}` };

export function* createStarterSkill(context: ToolContext): Op<void> {
  yield* createItem(context, {
    type: 'skill',
    name,
    description,
    folderId: null,
    asksReview: false,
    kind: 'skill',
    mimeType: 'text/markdown',
    content: { text: starterSkill.content },
    summary: 'starter skill',
  });
}
