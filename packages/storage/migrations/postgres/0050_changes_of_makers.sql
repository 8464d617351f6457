-- What one agent or one person changed in a time, without the changes of everybody else, as 0030 has it for keys.
create index versions_agent on versions (org_id, agent_id, at, item_id, number, key_id, person_id) where agent_id is not null;
create index versions_person on versions (org_id, person_id, at, item_id, number, key_id, agent_id) where person_id is not null;
create index item_changes_agent on item_changes (org_id, agent_id, at, item_id, number, what, version, key_id, person_id) where agent_id is not null;
create index item_changes_person on item_changes (org_id, person_id, at, item_id, number, what, version, key_id, agent_id) where person_id is not null;
-- System documents are few, and a folder that is taken back is looked at for them.
create index items_system on items (org_id, folder_id, deleted_at) where is_system;
