alter table people add column news_seen_at integer;
