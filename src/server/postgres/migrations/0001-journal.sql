-- The record of everything that happened. One row per committed batch; `batch` has no gaps, so two writers
-- collide on the primary key instead of interleaving.
create table journal (
  batch bigint primary key check (batch >= 1),
  first_seq bigint not null check (first_seq >= 1),
  last_seq bigint not null check (last_seq >= first_seq),
  prev_hash bytea not null check (octet_length(prev_hash) between 8 and 64),
  event_hash bytea not null check (octet_length(event_hash) between 8 and 64),
  format smallint not null check (format >= 1),
  rules smallint not null check (rules >= 1),
  payload bytea not null
);

create unique index journal_first_seq on journal (first_seq);

-- Compressed or not is the codec's business; PostgreSQL trying again costs time on the path of every order.
alter table journal alter column payload set storage external;

-- Ids that users see are derived from this uuid, so it is drawn once and never changes.
create table journal_identity (
  only_row boolean primary key default true check (only_row),
  id uuid not null,
  created_at bigint not null
);

insert into journal_identity (id, created_at) values (gen_random_uuid(), floor(extract(epoch from now()) * 1000));
