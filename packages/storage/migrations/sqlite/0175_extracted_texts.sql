-- Text of files, derived from the newest version of each. Files that are there already get theirs in the background.
create table extracted_texts (
  org_id text not null,
  item_id text not null,
  version integer not null,
  source text not null,
  state text not null,
  reason text,
  body text,
  size_bytes integer not null,
  at integer not null,
  primary key (org_id, item_id)
) strict;
create index extracted_texts_pending on extracted_texts (org_id, at) where state = 'pending';
insert into extracted_texts (org_id, item_id, version, source, state, size_bytes, at)
select org_id, id, version_count, case mime_type
    when 'application/pdf' then 'pdf'
    when 'application/vnd.openxmlformats-officedocument.wordprocessingml.document' then 'docx'
    when 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' then 'xlsx'
    when 'application/vnd.openxmlformats-officedocument.presentationml.presentation' then 'pptx'
    when 'application/vnd.oasis.opendocument.text' then 'odt'
    when 'message/rfc822' then 'eml'
  end, 'pending', 0, updated_at
from items
where type = 'file' and mime_type in ('application/pdf', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'application/vnd.openxmlformats-officedocument.presentationml.presentation', 'application/vnd.oasis.opendocument.text', 'message/rfc822');
