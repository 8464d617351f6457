-- Programs that keep copies compare the checksum, and see who changed what last.
alter table items add column sha256 blob not null default x'';
alter table items add column changed_by text;
alter table items add column changed_by_agent text;
alter table items add column changed_through text;
update items set (sha256, changed_by, changed_by_agent, changed_through) = (
  select v.sha256, v.person_id, v.agent_id, v.entrance from versions v
  where v.org_id = items.org_id and v.item_id = items.id and v.number = items.version_count)
where exists (select 1 from versions v where v.org_id = items.org_id and v.item_id = items.id and v.number = items.version_count);
-- In the order in which they were created, which no edit changes.
create index items_created on items (org_id, type, id) where deleted_at is null;
create index items_folder_created on items (org_id, folder_id, type, id) where deleted_at is null;
create index items_kind_created on items (org_id, type, kind, id) where deleted_at is null;
-- What was deleted since a time, types apart.
create index items_gone on items (org_id, type, deleted_at desc, id desc) where deleted_at is not null;
create index tasks_created on tasks (org_id, is_open, id);
