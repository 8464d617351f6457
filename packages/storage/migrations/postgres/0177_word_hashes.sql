-- Words as their hashes: a row with them is small enough to lie in the table itself, so that looking through the newest rows unpacks no
-- texts. Items are indexed again in the background.
drop table search_words;
create table search_words (
  organization text[] collate "C" not null,
  search_row bigint not null,
  words bigint[] not null,
  length bigint not null,
  counts text collate "C" not null,
  primary key (organization, search_row)
);
alter table search_words alter column words set storage main;
create index search_words_words on search_words using gin (organization, words);
insert into search_waiting (search_row, is_old) select search_row, true from items where search_row is not null on conflict do nothing;
