alter table folders add column deleted_at integer;
-- What is in a folder, or in none, by name.
create index items_folder_name on items (org_id, folder_id, deleted_at, type, lower(name), id);
-- The trash of one organization, last deleted first.
create index items_trash_newest on items (org_id, deleted_at desc, id desc) where deleted_at is not null;
