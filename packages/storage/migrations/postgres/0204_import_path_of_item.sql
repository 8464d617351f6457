-- Finds the file that an item was imported from, for the export (D73.4).
create index import_paths_item on import_paths (org_id, item_id, path);
-- Answers from the index alone if a person is in a group (D77).
drop index group_members_person;
create index group_members_person on group_members (org_id, person_id, group_id, expires_at);
