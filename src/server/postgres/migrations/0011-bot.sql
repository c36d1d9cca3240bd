-- Who brought somebody that has written to the bot and not signed up yet. The first code that is somebody's counts.
create table bot_referrals (
  telegram_id bigint primary key check (telegram_id > 0),
  referral_code integer not null check (referral_code between 100000000 and 999999999)
);

-- Which notices somebody asked the bot for; whoever has no row asked for none. No notice before `quiet_until`.
create table notice_settings (
  user_id uuid primary key references users (id),
  order_filled boolean not null,
  sign_in boolean not null,
  quiet_until bigint not null default 0
);

-- What is still to be told, and for an hour what was. One is claimed before it is sent and never claimed again unless
-- it surely did not arrive: it is told once at most. `about` is what it is about, so that it is not queued twice.
create table notices (
  id bigint generated always as identity primary key,
  user_id uuid not null references users (id),
  kind text not null check (kind in ('order_filled', 'sign_in')),
  about uuid not null unique,
  words text not null,
  at bigint not null,
  claimed_at bigint
);

create index notices_waiting on notices (id) where claimed_at is null;
create index notices_at on notices (at);
