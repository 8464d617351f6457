-- A skill is a folder: a version names the manifest of what it has beside SKILL.md.
alter table items add column manifest text;
alter table items add column reviewed_version integer;
alter table versions add column manifest text;
create table skill_manifests (
  org_id text not null,
  item_id text not null,
  hash text not null,
  file_count integer not null,
  size_bytes integer not null,
  packed blob not null,
  primary key (org_id, item_id, hash)
) strict;
create table skill_blobs (
  org_id text not null,
  item_id text not null,
  sha256 text not null,
  blob_id text not null,
  primary key (org_id, item_id, sha256)
) strict;
create unique index skill_blobs_blob on skill_blobs (blob_id);
create table skill_reviews (
  org_id text not null,
  item_id text not null,
  version integer not null,
  person_id text not null,
  at integer not null,
  primary key (org_id, item_id, version)
) strict;
create table skill_loads (
  org_id text not null,
  item_id text not null,
  reader_id text not null,
  client text not null,
  machine text not null,
  version integer not null,
  at integer not null,
  primary key (org_id, item_id, reader_id, client, machine)
) strict;
-- What people saved needs no review.
update items set reviewed_version = (
  select max(v.number) from versions v
  where v.org_id = items.org_id and v.item_id = items.id and v.agent_id is null and v.key_id is null)
where type = 'skill';
