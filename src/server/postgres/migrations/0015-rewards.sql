-- Everything that changed the balances of a user apart from trades: rewards, commissions, and later deposits, withdrawals
-- and conversions. Amounts in units. `details`: what the reason of the row is written from.
create table transactions (
  uuid uuid primary key,
  user_id uuid not null,
  seq bigint not null,
  type text not null,
  status text not null,
  currency_id integer not null,
  amount numeric(38, 0) not null,
  fee numeric(38, 0) not null default 0,
  to_currency_id integer,
  to_amount numeric(38, 0),
  rate numeric(38, 0),
  network_id integer,
  address text,
  memo text,
  txid text,
  details jsonb not null,
  at bigint not null,
  updated_at bigint not null
);

create index transactions_of_user on transactions (user_id, at desc, uuid);

-- XP that each user received in a week. A week starts on Monday 00:00 UTC.
create table reward_weeks (
  user_id uuid not null,
  week_start bigint not null,
  xp bigint not null,
  primary key (user_id, week_start)
);

create index reward_weeks_leaders on reward_weeks (week_start, xp desc);

alter table users add column leaderboard_hidden boolean not null default false;

create index users_leaderboard_hidden on users (id) where leaderboard_hidden;

-- The devices and address blocks that an account was used from, as hashes.
create table account_marks (
  user_id uuid not null references users (id),
  kind text not null check (kind in ('device', 'address')),
  hash bytea not null check (octet_length(hash) = 32),
  first_seen bigint not null,
  last_seen bigint not null,
  primary key (user_id, kind, hash)
);

create index account_marks_hash on account_marks (kind, hash, first_seen);
create index account_marks_last_seen on account_marks (last_seen);

-- Signals of linked accounts. Each changes the standing of an account once, so that it never overrides an operator later.
create table reward_signals (
  user_id uuid not null references users (id),
  signal text not null,
  standing text not null check (standing in ('limited', 'under_review')),
  at bigint not null,
  applied boolean not null default false,
  primary key (user_id, signal)
);

create table reward_appeals (
  id bigint generated always as identity primary key,
  user_id uuid not null references users (id),
  text text not null check (length(text) between 1 and 1000),
  sent_at bigint not null,
  answer text,
  answered_at bigint,
  operator text,
  check ((answer is null) = (answered_at is null) and (answer is null) = (operator is null))
);

create unique index reward_appeals_open on reward_appeals (user_id) where answered_at is null;
create index reward_appeals_of_user on reward_appeals (user_id, id desc);

-- The first user who did a channel task with a Telegram account.
create table channel_members (
  task_id integer not null,
  telegram_id bigint not null,
  user_id uuid not null references users (id),
  primary key (task_id, telegram_id)
);
