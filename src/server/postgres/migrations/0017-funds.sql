-- Deposits and withdrawals. Raw amounts, as a chain counts them, are numeric(78, 0).

-- The address of each deposit number, derived once. Number 0 is the hot wallet.
create table deposit_addresses (
  number bigint primary key,
  user_id uuid unique references users (id),
  address text not null unique check (address ~ '^0x[0-9a-f]{40}$'),
  check ((number = 0) = (user_id is null))
);

-- How far the watcher of a stream has come. What was credited is known by the engine.
create table chain_cursors (
  stream text primary key,
  journal_id uuid not null,
  -- The newest final block that is processed.
  height bigint not null,
  hash text not null,
  -- The newest block that is shown.
  seen_height bigint not null,
  -- The position of the engine when this row was written. Any other position means that the engine has lost credits.
  position numeric(38, 0) not null,
  updated_at bigint not null
);

-- Transfers to own addresses. `seen`: not final; `final`: has its position; `dropped`: no longer in the chain.
create table incoming (
  uuid uuid primary key,
  stream text not null,
  txid text not null,
  part integer not null,
  network_id integer not null,
  journal_id uuid not null,
  height bigint not null,
  block_hash text not null,
  position numeric(38, 0),
  sender text not null,
  address text not null,
  user_id uuid,
  currency_id integer not null,
  raw numeric(78, 0) not null,
  amount numeric(38, 0) not null,
  state text not null check (state in ('seen', 'final', 'dropped')),
  -- Why it is not credited to a user.
  reason text,
  seen_at bigint not null,
  updated_at bigint not null,
  unique (stream, txid, part)
);

create index incoming_of_user on incoming (user_id, seen_at desc) where user_id is not null;
create index incoming_seen on incoming (stream, height) where state = 'seen';

-- Payments from own addresses, and every signed version of each. The bytes are stored before they are sent.
create table payments (
  id bigint primary key,
  network_id integer not null,
  journal_id uuid not null,
  stream text not null,
  wallet bigint not null,
  nonce bigint not null,
  kind text not null check (kind in ('withdrawal', 'sweep', 'gas')),
  withdrawal_id bigint,
  assigned_at bigint not null,
  sent_at bigint,
  -- The block of the last version that was seen in a block, final or not.
  mined_height bigint,
  mined_txid text,
  closed_at bigint,
  unique (stream, wallet, nonce)
);

create index payments_mined on payments (mined_txid) where mined_txid is not null;
create index payments_open on payments (network_id, id) where closed_at is null;
create index payments_of_withdrawal on payments (withdrawal_id) where withdrawal_id is not null;

create table payment_versions (
  payment_id bigint not null references payments (id),
  version integer not null,
  raw bytea not null,
  txid text not null unique,
  max_fee numeric(78, 0) not null,
  tip numeric(78, 0) not null,
  stored_at bigint not null,
  primary key (payment_id, version)
);

-- The last comparison of the books with the chain, by coin. `books` and `found` are raw amounts.
create table chain_comparisons (
  network_id integer not null,
  currency_id integer not null,
  journal_id uuid not null,
  height bigint not null,
  books numeric(78, 0) not null,
  found numeric(78, 0) not null,
  at bigint not null,
  primary key (network_id, currency_id)
);

create table address_book (
  id bigint generated always as identity primary key,
  user_id uuid not null references users (id),
  network_id integer not null,
  currency_id integer,
  label text not null check (length(label) between 1 and 40),
  address text not null,
  memo text,
  created_at bigint not null,
  active_at bigint not null,
  unique nulls not distinct (user_id, network_id, currency_id, address, memo)
);

alter table users add column whitelist_only boolean not null default false;

-- The steps of deposits and withdrawals, for their timeline.
create table transaction_steps (
  uuid uuid not null,
  status text not null,
  at bigint not null,
  -- Of the row in `transactions`.
  seq bigint not null,
  primary key (uuid, status)
);

create index transactions_withdrawn_to on transactions (user_id, network_id, address) where type = 'withdrawal';

-- The chain of play mode: a function of these rows. `height` 1 is the first block after the genesis.
create table play_blocks (
  generation integer not null,
  height bigint not null,
  at bigint not null,
  hash text not null,
  transactions bytea[] not null,
  primary key (generation, height)
);

-- Transactions that the play chain accepted and that wait for a block.
create table play_pool (
  number bigint generated always as identity primary key,
  txid text not null unique,
  generation integer not null,
  sender text not null,
  raw bytea not null,
  at bigint not null
);

-- Transfers of the play chain that concern a play wallet, for its history.
create table play_transfers (
  generation integer not null,
  txid text not null,
  part integer not null,
  height bigint not null,
  at bigint not null,
  sender text not null,
  receiver text not null,
  -- Null: the coin of the chain.
  contract text,
  raw numeric(78, 0) not null,
  failed boolean not null,
  primary key (generation, txid, part)
);

create index play_transfers_of_sender on play_transfers (sender, height desc);
create index play_transfers_of_receiver on play_transfers (receiver, height desc);

-- Keys of the external wallets of users; play money only. Number 0 is the treasury, which owned all coins at first.
create table play_wallets (
  number bigint generated always as identity (minvalue 0 start 1) primary key,
  user_id uuid unique references users (id),
  private_key bytea not null check (octet_length(private_key) = 32),
  address text not null unique,
  check ((number = 0) = (user_id is null))
);

-- New kinds, on by default in the app.
alter table notifications
  drop constraint notifications_kind_check,
  add constraint notifications_kind_check check (kind in ('order_filled', 'sign_in', 'deposit_received',
    'withdrawal_sent', 'mining_finished', 'streak_at_risk', 'friend_joined', 'new_task', 'added', 'undone'));
update notification_settings set app_kinds = app_kinds || '{deposit_received,withdrawal_sent}';
alter table notification_settings
  alter column app_kinds set default '{deposit_received,withdrawal_sent,mining_finished,streak_at_risk,friend_joined}';
