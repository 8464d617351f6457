-- Since when the history has every value: before it, nobody can tell what the workspace was.
alter table organizations add column history_since integer not null default 0;
update organizations set history_since = max(created_at, coalesce(
  (select min(c.at) from changes c where c.org_id = organizations.id and c.fields_after is not null),
  cast(unixepoch('subsec') * 1000 as integer)));
-- What is in a folder or in its trash, and what was taken out of it, both by identifier.
create index items_in_folder on items (org_id, folder_id, id);
drop index changes_moved_from;
create index changes_moved_from on changes (org_id, moved_from, subject_id, at) where moved_from is not null;
-- Which version an item had at a time: the rows themselves hold texts.
create index versions_item_time on versions (org_id, item_id, at, number);
