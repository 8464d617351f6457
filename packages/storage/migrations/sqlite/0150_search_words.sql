-- The words of items, as the program makes them: which items have a word, and how often. Search ranks by them.
create virtual table search_words using fts5 (words, content='', contentless_delete=1, detail=none, tokenize="ascii tokenchars '_-./'");
create table search_counts (search_row integer primary key, length integer not null, counts text not null) strict;
-- Items whose words are not indexed yet, by their search row. Those that are older than this migration are not read by searches until they are.
create table search_waiting (search_row integer primary key, is_old integer not null) strict;
create index search_waiting_newest on search_waiting (is_old, search_row desc);
insert into search_waiting (search_row, is_old) select search_row, 1 from items where search_row is not null;
