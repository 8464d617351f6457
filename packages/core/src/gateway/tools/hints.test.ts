import { expect, it } from 'vitest';
import { allTools } from './all-tools.ts';

/** Hints of all tools. Clients read them to decide if they ask a person before a call. No call shows that a hint is wrong. */
const hinted = {
  destructive: `
    apply_edits apply_take_back change_items delete_account delete_comment delete_doc delete_file delete_folder delete_group disconnect_service_account edit_comment edit_doc edit_file edit_skill
    empty_trash end_other_sessions end_person_sessions end_session execute_service_tool import_item leave_organization link_group purge_item
    remove_agent remove_connection remove_from_group remove_passkey remove_person remove_webhook restore_version review_item revoke_invitation revoke_key set_tags take_back
    undo_bulk_change unlink_company_identity unshare_folder update_doc update_task write_file write_skill`,
  'writes, and is safe to repeat': `
    add_person add_to_group allow_domain change_email change_name continue_take_back create_agent disallow_domain edit_comment edit_connection edit_key edit_take_back
    end_other_sessions end_person_sessions import_item link_group mark_inbox_read mark_news_seen mark_service_tool move_folder move_item pause_connection pause_webhook remove_from_group remove_person
    rename_agent rename_folder rename_group rename_organization resolve_comment restore_version resume_connection resume_webhook review_skill revoke_key set_agent_memory set_agents_read_only set_client_hosts
    set_connection_credentials set_house_rules set_person_role set_review set_tags set_up_organization share_folder sign_out stop_bulk_change
    switch_service_tool test_connection undo_bulk_change unshare_folder update_doc update_task`,
  'reads, but can answer differently each time': `
    execute_service_read_tool execute_service_tool`,
  'reaches beyond Gatehouse': `
    add_command_connection add_connection begin_company_sign_in begin_service_account check_service disconnect_service_account
    edit_connection execute_service_read_tool execute_service_tool finish_company_sign_in finish_service_account
    set_connection_credentials test_connection test_webhook`,
};

const namesWhere = (has: (tool: (typeof allTools)[number]) => boolean) =>
  allTools
    .filter(has)
    .map(({ name }) => name)
    .sort();

it('gives clients the hints of each tool: destructive, idempotent, and open-world', () => {
  expect({
    destructive: namesWhere(({ hints }) => hints.destructive),
    'writes, and is safe to repeat': namesWhere(({ access, hints }) => access === 'write' && hints.idempotent),
    'reads, but can answer differently each time': namesWhere(({ access, hints }) => access === 'read' && !hints.idempotent),
    'reaches beyond Gatehouse': namesWhere(({ hints }) => hints.openWorld),
  }).toEqual(Object.fromEntries(Object.entries(hinted).map(([hint, names]) => [hint, names.trim().split(/\s+/)])));
});
