-- What a preview says of each entry: the folder that it is shown in ('' for none), what would become of it, and why a part of it stays.
alter table put_back_items add column folder_id text collate "C";
alter table put_back_items add column expected text collate "C";
alter table put_back_items add column expected_reason text collate "C";
create index put_back_items_folder on put_back_items (org_id, put_back_id, folder_id, expected, item_id);
