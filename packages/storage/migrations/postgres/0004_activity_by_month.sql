-- The log in one part for each month of its rows (UTC), so that what is old goes without being read. A part's bounds are minutes and
-- not times: refusals are folded into one row by key and minute, a unique index must hold the column that divides the table, and of
-- one minute there is only one part.
alter table activity rename to activity_before;
create table activity (
  like activity_before including defaults,
  minute bigint not null
) partition by range (minute);

-- Months are made ahead; a row whose month there is none of is here, and is never refused.
create table activity_other partition of activity default;

do $$
declare
  month timestamp;
begin
  for month in
    select date_trunc('month', to_timestamp(at / 1000) at time zone 'UTC') from activity_before
      where at between 1577836800000 and extract(epoch from now()) * 1000 + 86400000
    union
    select generate_series(date_trunc('month', now() at time zone 'UTC'), now() at time zone 'UTC' + interval '2 months', interval '1 month')
  loop
    execute format(
      'create table activity_%s partition of activity for values from (%s) to (%s)',
      to_char(month, 'YYYY_MM'),
      extract(epoch from month)::bigint / 60,
      extract(epoch from month + interval '1 month')::bigint / 60
    );
  end loop;
end
$$;

insert into activity select b.*, b.at / 60000 from activity_before b order by b.id;

alter sequence activity_id_seq owned by activity.id;
drop table activity_before;

alter table activity add primary key (id, minute);
create index activity_org on activity (org_id, id);
create unique index activity_folded on activity (key_id, minute) where folded_minute is not null;
