/** Shown to the model on connecting: how to work in the workspace without reading more than it needs. */
export const instructions = `Gatehouse is the workspace of an organization: markdown documents, files, skills, folders and tasks, and services connected to it.

Working with texts:
1. Find the item: search (a phrase, or all of some words), grep (lines in everything), or list_docs, list_files, list_skills.
2. Find the place: find_text returns the matching lines and their numbers.
3. Read around it: read_lines for a range, read_doc or read_file for a whole short text.
4. Change it: edit_doc, edit_file or edit_skill with an oldText copied exactly from what was read and occurring once; apply_edits makes several at once. Use update_doc only to replace a whole body.
Every change is a new version; list_versions and restore_version take one back.

Services: list_service_tools finds a tool and its input schema; execute_service_read_tool runs those that only read, execute_service_tool all others.

An error says what was wrong and what to call next. After "rate_limited", wait for the seconds it names.`;
