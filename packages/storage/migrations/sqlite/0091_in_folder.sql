-- Without the time of deletion in it, SQLite takes the primary key, and reads what is in all folders.
drop index items_in_folder;
create index items_in_folder on items (org_id, folder_id, id, deleted_at);
