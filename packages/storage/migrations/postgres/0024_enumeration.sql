-- Programs that keep copies compare the checksum, and see who changed what last.
alter table items add column sha256 bytea not null default '';
alter table items add column changed_by text collate "C";
alter table items add column changed_by_agent text collate "C";
alter table items add column changed_through text collate "C";
update items set sha256 = v.sha256, changed_by = v.person_id, changed_by_agent = v.agent_id, changed_through = v.entrance
from versions v where v.org_id = items.org_id and v.item_id = items.id and v.number = items.version_count;
-- In the order in which they were created, which no edit changes.
create index items_created on items (org_id, type, id) where deleted_at is null;
create index items_folder_created on items (org_id, folder_id, type, id) where deleted_at is null;
create index items_kind_created on items (org_id, type, kind, id) where deleted_at is null;
-- What was deleted since a time, types apart.
create index items_gone on items (org_id, type, deleted_at desc, id desc) where deleted_at is not null;
create index tasks_created on tasks (org_id, is_open, id);
