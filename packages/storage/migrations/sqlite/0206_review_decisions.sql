-- Decisions about agents' changes that waited for a review (D78).
create table review_decisions (
  org_id text not null,
  item_id text not null,
  number integer not null,
  how text not null,
  accepted integer,
  declined integer not null,
  version integer not null,
  at integer not null,
  person_id text,
  entrance text not null,
  request_id text,
  primary key (org_id, item_id, number)
) strict;
create index review_decisions_time on review_decisions (org_id, at, item_id, number);
