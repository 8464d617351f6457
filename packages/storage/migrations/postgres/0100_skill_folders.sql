-- A skill is a folder: a version names the manifest of what it has beside SKILL.md.
alter table items add column manifest text collate "C";
alter table items add column reviewed_version bigint;
alter table versions add column manifest text collate "C";
create table skill_manifests (
  org_id text collate "C" not null,
  item_id text collate "C" not null,
  hash text collate "C" not null,
  file_count bigint not null,
  size_bytes bigint not null,
  packed bytea not null,
  primary key (org_id, item_id, hash)
);
create table skill_blobs (
  org_id text collate "C" not null,
  item_id text collate "C" not null,
  sha256 text collate "C" not null,
  blob_id text collate "C" not null,
  primary key (org_id, item_id, sha256)
);
create unique index skill_blobs_blob on skill_blobs (blob_id);
create table skill_reviews (
  org_id text collate "C" not null,
  item_id text collate "C" not null,
  version bigint not null,
  person_id text collate "C" not null,
  at bigint not null,
  primary key (org_id, item_id, version)
);
create table skill_loads (
  org_id text collate "C" not null,
  item_id text collate "C" not null,
  reader_id text collate "C" not null,
  client text collate "C" not null,
  machine text collate "C" not null,
  version bigint not null,
  at bigint not null,
  primary key (org_id, item_id, reader_id, client, machine)
);
-- What people saved needs no review.
update items set reviewed_version = (
  select max(v.number) from versions v
  where v.org_id = items.org_id and v.item_id = items.id and v.agent_id is null and v.key_id is null)
where type = 'skill';
