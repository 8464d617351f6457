-- The index took U+FFFE and U+FFFF for U+FFFD, and could not look for one U+10FFFF. What contains them, or one of those that stand for
-- them in the index from now on (U+FDD0 to U+FDD5), is indexed anew. The functions are the program's (sqlite/migrate.ts).
create temp table searched_anew as
  select i.search_row, i.name, i.tags, case when i.type = 'doc' then t.body else '' end as body
    from items i left join texts t on t.org_id = i.org_id and t.item_id = i.id
    where i.search_row is not null
      and (is_indexed_anew(i.name) or is_indexed_anew(i.tags) or (i.type = 'doc' and is_indexed_anew(t.body)));
delete from search_names where rowid in (select search_row from searched_anew);
delete from search_bodies where rowid in (select search_row from searched_anew where body <> '');
insert into search_names (rowid, name, tags) select search_row, index_name(name), index_tags(tags) from searched_anew;
insert into search_bodies (rowid, body) select search_row, index_body(body) from searched_anew where body <> '';
drop table searched_anew;
