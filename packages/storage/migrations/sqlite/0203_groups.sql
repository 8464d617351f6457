-- Groups of people (D77). Folders and connections are shared with them, so a share names a person or a group.
alter table folder_shares rename column person_id to shared_with;
create table person_groups (
  org_id text not null,
  id text not null,
  name text not null,
  claim_value text,
  created_at integer not null,
  primary key (org_id, id)
) strict;
create unique index person_groups_claim on person_groups (org_id, claim_value) where claim_value is not null;
create table group_members (
  org_id text not null,
  group_id text not null,
  person_id text not null,
  expires_at integer,
  created_at integer not null,
  primary key (org_id, group_id, person_id)
) strict;
create index group_members_person on group_members (org_id, person_id, group_id);
create table connection_shares (
  org_id text not null,
  connection_id text not null,
  group_id text not null,
  created_at integer not null,
  primary key (org_id, connection_id, group_id)
) strict;
create index connection_shares_group on connection_shares (org_id, group_id);
