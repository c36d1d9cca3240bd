-- The whole state right after a batch, so that a start replays only what came later. The journal stays the record:
-- a snapshot that does not fit it is not used.
create table snapshots (
  batch bigint primary key check (batch >= 1),
  seq bigint not null check (seq >= 1),
  state_hash bytea not null check (octet_length(state_hash) between 8 and 64),
  -- Of the batch's own row: the next one names it as the one before.
  row_hash bytea not null check (octet_length(row_hash) between 8 and 64),
  version smallint not null check (version >= 1),
  taken_at bigint not null default floor(extract(epoch from now()) * 1000)
);

create table snapshot_chunks (
  batch bigint not null references snapshots (batch) on delete cascade,
  chunk integer not null check (chunk >= 0),
  payload bytea not null,
  primary key (batch, chunk)
);

alter table snapshot_chunks alter column payload set storage external;
