-- What one key changed in a time, without the changes of everybody else. People who change something themselves use no key.
create index versions_key on versions (org_id, key_id, at, item_id, number, person_id, agent_id) where key_id is not null;
create index item_changes_key on item_changes (org_id, key_id, at, item_id, number, what, version, person_id, agent_id) where key_id is not null;
-- What was deleted from one folder: whoever takes that back must not hide it from others.
create index items_folder_trash on items (org_id, folder_id) where deleted_at is not null;
