-- Decisions about agents' changes that waited for a review (D78).
create table review_decisions (
  org_id text collate "C" not null,
  item_id text collate "C" not null,
  number bigint not null,
  how text collate "C" not null,
  accepted bigint,
  declined bigint not null,
  version bigint not null,
  at bigint not null,
  person_id text collate "C",
  entrance text collate "C" not null,
  request_id text collate "C",
  primary key (org_id, item_id, number)
);
create index review_decisions_time on review_decisions (org_id, at, item_id, number);
