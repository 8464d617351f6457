-- Calls of closed minutes, counted behind the log by whom they are of; '' stands for the whole organization.
create table activity_sums (
  org_id text collate "C" not null,
  subject text collate "C" not null,
  span bigint not null,
  start bigint not null,
  entrance text collate "C" not null,
  outcome text collate "C" not null,
  calls bigint not null,
  primary key (org_id, subject, span, start, entrance, outcome)
);
-- How far the log has been counted.
create table activity_position (
  name text collate "C" primary key,
  activity_id bigint not null,
  kept_since bigint not null
);
