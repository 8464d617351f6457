-- Folders in folders (D73): the folder that each is in, the top one, and the identifiers from the top one to itself.
alter table folders add column parent_id text;
alter table folders add column root_id text not null default '';
alter table folders add column path text not null default '';
update folders set root_id = id, path = '/' || id || '/';
create index folders_parent on folders (org_id, parent_id, id);
create index folders_root on folders (org_id, root_id, id);
