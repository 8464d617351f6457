-- Versions of skills that people saved by taking changes back, where what is left was never reviewed.
alter table versions add column needs_review integer not null default 0;
