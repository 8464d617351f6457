alter table people add column news_seen_at bigint;
