-- Where a take-back's entries will be, and under which names: entries that need one name, or one folder, are found by it (D66).
alter table put_back_items add column target_folder text;
alter table put_back_items add column target_name text;
create index put_back_items_target on put_back_items (org_id, put_back_id, target_folder, target_name) where target_folder is not null;
create index put_back_items_waiting on put_back_items (org_id, put_back_id, item_id) where expected is null;
