-- Calls of closed minutes, counted behind the log by whom they are of; '' stands for the whole organization.
create table activity_sums (
  org_id text not null,
  subject text not null,
  span integer not null,
  start integer not null,
  entrance text not null,
  outcome text not null,
  calls integer not null,
  primary key (org_id, subject, span, start, entrance, outcome)
) strict;
-- How far the log has been counted.
create table activity_position (
  name text primary key not null,
  activity_id integer not null,
  kept_since integer not null
) strict;
