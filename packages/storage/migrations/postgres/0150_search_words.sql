-- The words of items, as the program makes them: which items have a word, and how often. Search ranks by them.
create table search_words (
  organization text[] collate "C" not null,
  search_row bigint not null,
  words text[] collate "C" not null,
  length bigint not null,
  counts text collate "C" not null,
  primary key (organization, search_row)
);
create index search_words_words on search_words using gin (organization, words);
-- Items whose words are not indexed yet, by their search row. Those that are older than this migration are not read by searches until they are.
create table search_waiting (search_row bigint primary key, is_old boolean not null);
create index search_waiting_newest on search_waiting (is_old, search_row desc);
insert into search_waiting (search_row, is_old) select search_row, true from items where search_row is not null;
