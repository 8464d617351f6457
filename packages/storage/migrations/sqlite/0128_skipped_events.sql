-- Events that a receiver refused for so long that later ones went before them.
alter table webhooks add column skipped_events integer not null default 0;
alter table webhooks add column skipped_at integer;
