-- Reports of what all users own, one a day, and the trees that they were made from.

create table liability_reports (
  -- The command after which the balances were read.
  seq bigint primary key,
  journal_id uuid not null,
  -- In days since 1970 (UTC); a day begins at 00:05. A second report of a day is refused.
  day integer not null unique,
  at bigint not null,
  -- Of the journal row that ends with `seq`.
  journal_hash bytea not null check (octet_length(journal_hash) = 32),
  root bytea not null check (octet_length(root) = 32),
  height integer not null,
  -- Secret: salts, the order of the leaves and the padding are derived from it.
  key bytea not null check (octet_length(key) = 32),
  -- Not published.
  users integer not null,
  -- The coins of the tree in its order, with their totals, and what the books say about each network. Units as text.
  totals jsonb not null,
  reserves jsonb not null,
  -- The two children of the root.
  halves bytea not null
);

-- A tree in pieces of up to 64 nodes and 6 levels. A piece of level 0 has the leaves: users and amounts. One of a higher level
-- has the roots of the pieces below it: hashes and sums.
create table liability_pieces (
  report_seq bigint not null references liability_reports (seq) on delete cascade
    -- The report is written last: its root is the result of the tree.
    deferrable initially deferred,
  level integer not null,
  number integer not null,
  -- Leaves are ordered by a hash of the user: that of the first leaf.
  first_place bytea,
  content bytea not null,
  primary key (report_seq, level, number)
);

create index liability_pieces_of_leaves on liability_pieces (report_seq, first_place) where level = 0;
