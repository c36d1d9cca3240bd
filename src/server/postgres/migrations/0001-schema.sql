-- The whole schema of version 0.9.0, by topic. This file never changes: what later versions change is in later files.

-- Journal and snapshots

-- One row per committed batch. `batch` has no gaps, so two writers collide on the primary key instead of interleaving.
-- `hash`: HMAC-SHA256 of the other columns, under a key derived from the record key.
create table journal (
  batch bigint primary key check (batch between 1 and 999999999999999),
  first_seq bigint not null check (first_seq between 1 and 999999999999999),
  last_seq bigint not null,
  prev_hash bytea not null check (octet_length(prev_hash) between 8 and 64),
  event_hash bytea not null check (octet_length(event_hash) between 8 and 64),
  format smallint not null check (format >= 1),
  rules smallint not null check (rules >= 1),
  payload bytea not null check (octet_length(payload) <= 60000000),
  hash bytea not null check (octet_length(hash) between 8 and 64),
  check (last_seq >= first_seq)
);

create unique index journal_first_seq on journal (first_seq);

-- The codec compresses where it helps; a second attempt by PostgreSQL would delay every order.
alter table journal alter column payload set storage external;

-- Ids that users see are derived from this uuid, so it is generated once and never changes. `first_batch`: the oldest row
-- that the journal must have. A truncation stores it, so that other missing rows are detected.
create table journal_identity (
  only_row boolean primary key default true check (only_row),
  id uuid not null,
  created_at bigint not null,
  first_batch bigint not null default 1 check (first_batch >= 1)
);

insert into journal_identity (id, created_at) values (gen_random_uuid(), floor(extract(epoch from now()) * 1000));

-- The whole state right after a batch, so that a start replays only what came later. A snapshot that contradicts the journal
-- is not used.
create table snapshots (
  batch bigint primary key check (batch between 1 and 999999999999999),
  seq bigint not null check (seq >= 1),
  state_hash bytea not null check (octet_length(state_hash) between 8 and 64),
  -- Of the batch's own row: the next one names it as the one before.
  row_hash bytea not null check (octet_length(row_hash) between 8 and 64),
  version smallint not null check (version >= 1),
  -- HMAC-SHA256 of the columns above.
  hash bytea not null check (octet_length(hash) = 32),
  taken_at bigint not null default floor(extract(epoch from now()) * 1000),
  journal uuid not null
);

create table snapshot_chunks (
  batch bigint not null references snapshots (batch) on delete cascade,
  chunk integer not null check (chunk >= 0),
  payload bytea not null check (octet_length(payload) <= 60000000),
  primary key (batch, chunk)
);

alter table snapshot_chunks alter column payload set storage external;

-- Single values, such as the mode and the encrypted record key.
create table settings (
  name text primary key check (octet_length(name) <= 1000),
  value text not null check (octet_length(value) <= 10000)
);

-- Accounts

-- `credentials_version` increases with every change of a credential: a login that began before it fails. `google_sub` is the
-- issuer and its id of the user, with a space between. An address is confirmed when its owner opened a link that was sent
-- there, or when Google says that it is theirs.
create table users (
  id uuid primary key,
  email text unique check (email = lower(email) and octet_length(email) <= 1000),
  password_hash text check (octet_length(password_hash) <= 1000),
  referral_code integer not null unique check (referral_code between 100000000 and 999999999),
  referrer uuid,
  created_at bigint not null,
  telegram_id bigint unique check (telegram_id between 1 and 8000000000000000),
  username text check (length(username) <= 32),
  lang_code text check (length(lang_code) <= 35),
  platform text check (length(platform) <= 35),
  email_confirmed boolean not null default false,
  password_changed_at bigint,
  withdraw_hold_until bigint,
  credentials_version integer not null default 0,
  google_sub text unique check (octet_length(google_sub) <= 1000),
  -- When a login method was added to an existing account. Null: at the registration.
  email_since bigint,
  password_since bigint,
  telegram_since bigint,
  google_since bigint,
  -- The last Telegram account that was unlinked. It receives security notifications for a while.
  former_telegram_id bigint,
  former_telegram_until bigint,
  leaderboard_hidden boolean not null default false,
  whitelist_only boolean not null default false,
  -- Sessions that began before `sessions_since` have ended, except one, and so have the newest ones that were ended alone.
  sessions_since bigint not null default 0,
  kept_session uuid,
  ended_sessions uuid[] not null default '{}' check (cardinality(ended_sessions) <= 1000),
  -- Increases with each change of what decides who can use the account: most columns here, 2FA, recovery codes, address book.
  -- The engine has a digest of it. `record_proof` tells a change whose command is still missing from a forged one.
  record_version integer not null check (record_version >= 1),
  record_proof bytea not null check (octet_length(record_proof) = 32),
  constraint users_confirmed_email check (not email_confirmed or email is not null),
  constraint users_has_login_method check (
    telegram_id is not null or google_sub is not null or (email is not null and password_hash is not null)
  )
);

create index users_leaderboard_hidden on users (id) where leaderboard_hidden;

-- `secret` is encrypted, and null until 2FA is on. `last_step` is the newest time step of which a code was accepted. Wrong
-- codes are counted here, because a lock must survive a restart.
create table two_factors (
  user_id uuid primary key references users (id),
  secret bytea check (octet_length(secret) <= 10000),
  last_step bigint not null default 0,
  failures integer not null default 0,
  locked_until bigint not null default 0,
  enabled_at bigint
);

-- Wrong codes of devices that logged in before; all other devices share the columns of two_factors.
create table two_factor_devices (
  user_id uuid not null references users (id),
  device_id uuid not null,
  failures integer not null,
  locked_until bigint not null,
  primary key (user_id, device_id)
);

-- Hashes of 80 random bits. A used one stays until the codes are replaced: sent again, it is no guess.
create table recovery_codes (
  user_id uuid not null references users (id),
  hash bytea not null check (octet_length(hash) = 32),
  used_at bigint,
  primary key (user_id, hash)
);

-- Additions to the credentials of an account, which its owner can undo once. A replaced address is restored then.
create table credential_undos (
  id uuid primary key,
  user_id uuid not null references users (id),
  change text not null check (change in ('2fa', 'email', 'password', 'telegram', 'google')),
  device text not null check (length(device) <= 64),
  ip_masked text not null check (length(ip_masked) <= 64),
  former_email text check (octet_length(former_email) <= 1000),
  former_email_confirmed boolean not null,
  at bigint not null,
  expires_at bigint not null,
  used_at bigint,
  -- Where the link may be sent, and a keyed hash of the row: the link is for this addition only.
  notified_email text check (octet_length(notified_email) <= 1000),
  notified_chat bigint,
  mac bytea not null check (octet_length(mac) = 32)
);

create index credential_undos_expires_at on credential_undos (expires_at);
create index credential_undos_former_email on credential_undos (former_email) where former_email is not null;
create index credential_undos_user_id on credential_undos (user_id);

-- The tokens in the links of emails. Only hashes are stored, with a key and bound to the rest of the row; a newer token of a
-- kind replaces the older.
create table email_tokens (
  hash bytea primary key check (octet_length(hash) = 32),
  user_id uuid not null references users (id),
  kind text not null check (kind in ('confirm', 'reset')),
  email text not null check (octet_length(email) <= 1000),
  expires_at bigint not null,
  unique (user_id, kind)
);

create index email_tokens_expires_at on email_tokens (expires_at);

-- Emails that are still to be sent. Their links are made when they are sent, so nothing in here opens anything. An address
-- whose password was forgotten is looked up then as well: a request for an unknown address costs the same as for a known
-- one. `subject_id` is the addition that an email is about, or the account that was frozen.
create table email_queue (
  id bigint generated always as identity primary key check (id between 0 and 999999999999999),
  kind text not null check (kind in ('confirm', 'reset', 'added', 'undone', 'frozen', 'lifting')),
  email text not null check (octet_length(email) <= 1000),
  user_id uuid references users (id),
  due_at bigint not null,
  attempts integer not null default 0,
  subject_id uuid,
  -- Of `confirm`: that the user asked for it. The link makes the address that of the account.
  proof bytea check (octet_length(proof) <= 1000),
  constraint email_queue_unique unique nulls not distinct (kind, user_id, email, subject_id)
);

create index email_queue_due_at on email_queue (due_at);

-- The newest result of the identity check of each user. `provider_time` orders the results by the provider's own clock.
-- `applied_at` is null until the engine has the level that follows from the result.
create table verifications (
  user_id uuid primary key references users (id),
  provider text not null check (provider in ('sumsub', 'play')),
  -- The provider's id of the person, who can verify one account only.
  applicant_id text not null unique check (octet_length(applicant_id) <= 1000),
  status text not null check (status in ('none', 'pending', 'approved', 'retry', 'rejected')),
  -- The provider's sentence for the user.
  reason text check (octet_length(reason) <= 10000),
  provider_time bigint not null,
  updated_at bigint not null,
  applied_at bigint,
  -- Keyed hash of the result: that the provider sent it.
  mac bytea not null check (octet_length(mac) = 32)
);

create index verifications_to_apply on verifications (user_id) where applied_at is null;

-- Sessions

-- One login on one device: a chain of rotating refresh tokens.
create table sessions (
  id uuid primary key,
  user_id uuid not null references users (id),
  login_method text not null check (login_method in ('email', 'telegram', 'google')),
  device text not null check (length(device) <= 64),
  ip_masked text not null check (length(ip_masked) <= 64),
  created_at bigint not null,
  -- Of a mini-app: a later launch on the same device continues the session, and counts as a sign-in.
  device_hash bytea check (octet_length(device_hash) = 32),
  signed_in_at bigint not null,
  last_seen_at bigint not null,
  -- Keyed hash of id, user, login method, device and both times: a session is no newer than it was.
  mac bytea not null check (octet_length(mac) = 32)
);

create index sessions_created_at on sessions (created_at);
create index sessions_of_user on sessions (user_id, created_at desc);

-- Only hashes are stored: a copy of this table opens no account. `mac` binds a token to its session, user and end.
create table refresh_tokens (
  hash bytea primary key check (octet_length(hash) = 32),
  mac bytea not null check (octet_length(mac) = 32),
  session_id uuid not null,
  user_id uuid not null references users (id),
  parent_hash bytea check (octet_length(parent_hash) <= 1000),
  created_at bigint not null,
  expires_at bigint not null,
  used_at bigint
);

create index refresh_tokens_expires_at on refresh_tokens (expires_at);
create index refresh_tokens_session_id on refresh_tokens (session_id);

create table revoked_sessions (
  session_id uuid primary key,
  user_id uuid not null references users (id),
  revoked_at bigint not null
);

create table login_attempts (
  id bigint generated always as identity primary key check (id between 0 and 999999999999999),
  user_id uuid not null references users (id),
  at bigint not null,
  login_method text not null check (login_method in ('email', 'telegram', 'google')),
  device text not null check (length(device) <= 64),
  ip_masked text not null check (length(ip_masked) <= 64),
  outcome text not null check (outcome in ('signed_in', 'code_asked', 'wrong_password', 'wrong_code', 'locked'))
);

create index login_attempts_at on login_attempts (at);
create index login_attempts_of_user on login_attempts (user_id, id desc);

-- Data that the login widget signed is valid once. Only hashes are stored, while the data is young enough to be accepted.
create table used_widget_data (
  hash bytea primary key check (octet_length(hash) = 32),
  used_at bigint not null
);

create index used_widget_data_used_at on used_widget_data (used_at);

-- Hashes of used init data and of the device that used it first.
create table used_init_data (
  hash bytea primary key check (octet_length(hash) = 32),
  device_hash bytea not null check (octet_length(device_hash) = 32),
  used_at bigint not null
);

create index used_init_data_used_at on used_init_data (used_at);

-- Read models: derived from the journal by projections

-- The newest command that each projection has written. A projection writes its rows and its position in one transaction.
-- `journal`: the journal that the read model was written from.
create table projection_positions (
  name text primary key check (octet_length(name) <= 1000),
  seq bigint not null check (seq >= 0),
  journal uuid
);

-- Every order as its latest event left it. Prices in ticks, volumes in lots, totals and fees in units.
create table orders (
  id bigint primary key check (id between 0 and 999999999999999),
  user_id uuid not null,
  pair_id integer not null,
  side text not null check (side in ('buy', 'sell')),
  type text not null check (type in ('limit', 'market')),
  time_in_force text not null check (time_in_force in ('GTC', 'IOC', 'FOK')),
  post_only boolean not null,
  price numeric(38, 0),
  volume numeric(38, 0),
  total numeric(38, 0),
  filled numeric(38, 0) not null default 0 check (filled >= 0),
  filled_total numeric(38, 0) not null default 0 check (filled_total >= 0),
  fee numeric(38, 0) not null default 0 check (fee >= 0),
  status text not null check (octet_length(status) <= 1000),
  client_order_id text check (octet_length(client_order_id) <= 1000),
  created_at bigint not null,
  updated_at bigint not null,
  -- The command of its latest event.
  updated_by bigint not null default 0
);

create index orders_of_user on orders (user_id, id desc);
create index orders_of_user_in_pair on orders (user_id, pair_id, id desc);
-- For the history.
create index orders_traded on orders (user_id, updated_at desc, updated_by desc)
  where filled > 0 and status not in ('open', 'partially_filled');

-- What a user did in every trade. Price in ticks, quantity in lots, total and fee in units.
create table fills (
  trade_id bigint not null check (trade_id between 0 and 999999999999999),
  order_id bigint not null check (order_id between 0 and 999999999999999),
  user_id uuid not null,
  pair_id integer not null,
  side text not null check (side in ('buy', 'sell')),
  role text not null check (role in ('maker', 'taker')),
  price numeric(38, 0) not null,
  quantity numeric(38, 0) not null,
  total numeric(38, 0) not null,
  fee numeric(38, 0) not null check (fee >= 0),
  at bigint not null,
  primary key (trade_id, order_id)
);

create index fills_of_user on fills (user_id, trade_id desc);
create index fills_of_user_in_pair on fills (user_id, pair_id, trade_id desc);

-- The newest trades of each pair; older ones are deleted as new ones come.
create table trades (
  id bigint primary key check (id between 0 and 999999999999999),
  pair_id integer not null,
  price numeric(38, 0) not null,
  quantity numeric(38, 0) not null,
  side text not null check (side in ('buy', 'sell')),
  at bigint not null
);

create index trades_of_pair on trades (pair_id, id desc);

-- Candles of every timeframe, in ticks and units, starting at milliseconds since 1970.
create table candles (
  pair_id integer not null,
  timeframe text not null check (octet_length(timeframe) <= 1000),
  start bigint not null check (start between 0 and 999999999999999),
  open numeric(38, 0) not null,
  high numeric(38, 0) not null,
  low numeric(38, 0) not null,
  close numeric(38, 0) not null,
  volume numeric(38, 0) not null,
  turnover numeric(38, 0) not null,
  primary key (pair_id, timeframe, start)
);

-- The price at which each pair last traded, in ticks: it values what comes from outside.
create table last_prices (
  pair_id integer primary key,
  price numeric(38, 0) not null
);

-- When a pair was listed, in milliseconds since 1970. Pairs that were listed in a deleted part of the journal have no row.
create table listings (
  pair_id integer primary key,
  at bigint not null
);

-- What a user has of a currency, what it cost, and what of it came from outside: in units, the latter two of USDT.
create table positions (
  user_id uuid not null,
  currency_id integer not null,
  amount numeric(38, 0) not null check (amount >= 0),
  cost numeric(38, 0) not null check (cost >= 0),
  credited numeric(38, 0) not null,
  primary key (user_id, currency_id)
);

-- The same as each quarter of an hour in which it changed left it; `start` in milliseconds since 1970.
create table position_history (
  user_id uuid not null,
  currency_id integer not null,
  start bigint not null check (start between 0 and 999999999999999),
  amount numeric(38, 0) not null,
  credited numeric(38, 0) not null,
  primary key (user_id, currency_id, start)
);

-- Everything that changed the balances of a user apart from trades. Amounts in units. `details`: what the texts of the row
-- are written from.
create table transactions (
  uuid uuid primary key,
  user_id uuid not null,
  seq bigint not null,
  type text not null check (type in ('deposit', 'withdrawal', 'convert', 'reward', 'referral', 'welcome')),
  status text not null check (octet_length(status) <= 1000),
  currency_id integer not null,
  amount numeric(38, 0) not null,
  fee numeric(38, 0) not null default 0,
  to_currency_id integer,
  to_amount numeric(38, 0),
  rate numeric(38, 0),
  network_id integer,
  address text check (octet_length(address) <= 1000),
  memo text check (octet_length(memo) <= 1000),
  txid text check (octet_length(txid) <= 1000),
  details jsonb not null check (octet_length(details::text) <= 10000),
  at bigint not null,
  updated_at bigint not null,
  -- Of a row of all small deposits of a coin and day; else null.
  count integer
);

create index transactions_of_user on transactions (user_id, at desc, seq desc, uuid desc);
create index transactions_withdrawn_to on transactions (user_id, network_id, address) where type = 'withdrawal';

-- In which row of `transactions` each small deposit is. `seq`: of its command.
create table small_deposits (
  uuid uuid primary key,
  row_uuid uuid not null,
  seq bigint not null
);

-- The steps of deposits and withdrawals, for their timeline.
create table transaction_steps (
  uuid uuid not null,
  status text not null check (octet_length(status) <= 1000),
  at bigint not null,
  -- Of the row in `transactions`.
  seq bigint not null,
  primary key (uuid, status)
);

-- Rewards

-- XP that each user received in a week. A week starts on Monday 00:00 UTC.
create table reward_weeks (
  user_id uuid not null,
  week_start bigint not null check (week_start between 0 and 999999999999999),
  xp bigint not null,
  primary key (user_id, week_start)
);

create index reward_weeks_leaders on reward_weeks (week_start, xp desc);

-- The devices and address blocks that an account was used from, as hashes.
create table account_marks (
  user_id uuid not null references users (id),
  kind text not null check (kind in ('device', 'address', 'ipv4_24', 'ipv6_56', 'ipv6_48')),
  hash bytea not null check (octet_length(hash) = 32),
  first_seen bigint not null,
  -- Keyed hash of the columns above.
  mac bytea not null check (octet_length(mac) = 32),
  last_seen bigint not null,
  primary key (user_id, kind, hash)
);

create index account_marks_hash on account_marks (kind, hash, first_seen);
create index account_marks_last_seen on account_marks (last_seen);

create table reward_appeals (
  id bigint generated always as identity primary key check (id between 0 and 999999999999999),
  user_id uuid not null references users (id),
  text text not null check (length(text) between 1 and 1000),
  sent_at bigint not null,
  answer text check (octet_length(answer) <= 10000),
  answered_at bigint,
  operator text check (octet_length(operator) <= 1000),
  mac bytea check (octet_length(mac) <= 1000),
  check ((answer is null) = (answered_at is null) and (answer is null) = (operator is null)
    and (answer is null) = (mac is null))
);

create index reward_appeals_of_user on reward_appeals (user_id, id desc);
create unique index reward_appeals_open on reward_appeals (user_id) where answered_at is null;

-- Notifications

-- The kinds that the bot sends and those that the app shows. The bot asks once whether it may send some (`bot_asked`). Quiet hours of the bot are minutes of the user's day. The bot
-- sends nothing before `bot_paused_until`.
create table notification_settings (
  user_id uuid primary key references users (id),
  bot_paused_until bigint not null default 0,
  bot_asked boolean not null default false,
  bot_kinds text[] not null default '{}' check (octet_length(bot_kinds::text) <= 1000),
  app_kinds text[] not null check (octet_length(app_kinds::text) <= 1000)
    default '{order_filled,sign_in,deposit_received,withdrawal_sent,identity_checked,mining_finished,streak_at_risk,friend_joined}',
  quiet_from smallint check (quiet_from between 0 and 1439),
  quiet_to smallint check (quiet_to between 0 and 1439),
  time_zone text check (length(time_zone) <= 64),
  constraint notification_settings_quiet check (num_nulls(quiet_from, quiet_to, time_zone) in (0, 3))
);

-- Notifications are shown in the app and sent by the bot. One is claimed before it is sent, and never claimed again unless
-- it certainly did not arrive: it is sent at most once. `params` are the values of the text, which is made when it is read.
-- `due_at` is when the bot sends it; null: never. `in_app` rows are listed in the app, unread while `read_at` is null. Of
-- the kinds that are not about the user's own action a user gets one per day (UTC): `unprompted_day`. `chat` is set for
-- security notifications: a chat linked later must not receive them.
create table notifications (
  id bigint generated always as identity primary key check (id between 0 and 999999999999999),
  user_id uuid not null references users (id),
  kind text not null check (kind in ('order_filled', 'sign_in', 'deposit_received', 'withdrawal_sent', 'identity_checked',
    'mining_finished', 'streak_at_risk', 'friend_joined', 'new_task', 'added', 'undone', 'frozen', 'lifting')),
  about text not null check (octet_length(about) <= 1000),
  at bigint not null,
  claimed_at bigint,
  params jsonb not null check (octet_length(params::text) <= 10000),
  mac bytea not null check (octet_length(mac) <= 1000),
  due_at bigint,
  in_app boolean not null default false,
  read_at bigint,
  unprompted_day integer,
  constraint notifications_once unique (user_id, kind, about),
  constraint notifications_one_per_day unique (user_id, unprompted_day)
);

create index notifications_at on notifications (at);
create index notifications_listed on notifications (user_id, id) where in_app;
create index notifications_security on notifications (at) where kind in ('added', 'undone', 'frozen', 'lifting');
create index notifications_unread on notifications (user_id) where in_app and (read_at is null);
create index notifications_waiting on notifications (at) where (due_at is not null) and (claimed_at is null);

-- The referrer of a person who has written to the bot and not signed up yet. The first known code counts.
create table bot_referrals (
  telegram_id bigint primary key check (telegram_id between 1 and 8000000000000000),
  referral_code integer not null check (referral_code between 100000000 and 999999999),
  -- Keyed hash of the row: that the person used this code.
  mac bytea not null check (octet_length(mac) = 32)
);

-- Deposits and withdrawals. Raw amounts, as a chain counts them, are numeric(78, 0)

-- The address of each deposit number, derived once. Number 0 is the hot wallet. The journal knows the users, also one whose row
-- is missing.
create table deposit_addresses (
  number bigint primary key check (number between 0 and 999999999999999),
  user_id uuid unique,
  address text not null unique check (address ~ '^0x[0-9a-f]{40}$'),
  check ((number = 0) = (user_id is null))
);

create table address_book (
  id bigint generated always as identity primary key check (id between 0 and 999999999999999),
  user_id uuid not null references users (id),
  network_id integer not null,
  currency_id integer,
  label text not null check (length(label) between 1 and 40),
  address text not null check (octet_length(address) <= 1000),
  memo text check (octet_length(memo) <= 1000),
  created_at bigint not null,
  active_at bigint not null,
  unique nulls not distinct (user_id, network_id, currency_id, address, memo)
);

-- How far the watcher of a stream has come. What was credited is known by the engine.
create table chain_cursors (
  stream text primary key check (octet_length(stream) <= 1000),
  journal_id uuid not null,
  -- Of the engine when this row was written, on TON. A row of another one counts as missing.
  epoch bigint,
  -- The newest final block that is processed.
  height bigint not null,
  hash text not null check (octet_length(hash) <= 1000),
  -- The newest block that is shown.
  seen_height bigint not null,
  -- Of a list of transactions on TON: what follows "height" up to here may be booked in part. Null on EVM chains.
  booked_until bigint,
  -- The position of the engine when this row was written. Any other position means that the engine has lost credits.
  position numeric(38, 0) not null,
  mac bytea not null check (octet_length(mac) <= 1000),
  updated_at bigint not null
);

-- Transfers to own addresses. `seen`: not final; `final`: has its position; `dropped`: no longer in the chain.
create table incoming (
  -- Made of stream, txid and part.
  uuid uuid primary key,
  stream text not null check (octet_length(stream) <= 1000),
  txid text not null check (octet_length(txid) <= 1000),
  part integer not null,
  network_id integer not null,
  journal_id uuid not null,
  height bigint not null,
  block_hash text not null check (octet_length(block_hash) <= 1000),
  position numeric(38, 0),
  address text not null check (octet_length(address) <= 1000),
  user_id uuid,
  currency_id integer not null,
  raw numeric(78, 0) not null,
  amount numeric(38, 0) not null,
  state text not null check (state in ('seen', 'final', 'dropped')),
  -- Why it is not credited to a user.
  reason text check (octet_length(reason) <= 1000),
  seen_at bigint not null,
  updated_at bigint not null
);

create index incoming_of_user on incoming (user_id, seen_at desc) where user_id is not null and state = 'final';
create index incoming_seen on incoming (stream, height) where state = 'seen';
-- What is not credited to a user, and what is credited last.
create index incoming_not_credited on incoming (user_id) where user_id is not null and (state = 'dropped' or reason is not null);
create index incoming_confirming on incoming (user_id, currency_id, amount) where user_id is not null and state = 'seen' and reason is null;
create index incoming_final on incoming (user_id, stream, position) where user_id is not null and state = 'final';

-- Payments from own addresses.
create table payments (
  id bigint primary key check (id between 0 and 999999999999999),
  network_id integer not null,
  journal_id uuid not null,
  stream text not null check (octet_length(stream) <= 1000),
  wallet bigint not null check (wallet between 0 and 999999999999999),
  nonce bigint not null check (nonce between 0 and 999999999999999),
  kind text not null check (kind in ('withdrawal', 'sweep', 'gas', 'deploy')),
  withdrawal_id bigint,
  assigned_at bigint not null,
  sent_at bigint,
  -- The block of the last version that was seen in a block, final or not.
  mined_height bigint,
  mined_txid text check (octet_length(mined_txid) <= 1000),
  closed_at bigint,
  -- On TON: whether the own jetton wallet has sent the jettons.
  jettons_left boolean not null default false,
  unique (stream, wallet, nonce)
);

create index payments_mined on payments (mined_txid) where mined_txid is not null;
create index payments_of_withdrawal on payments (withdrawal_id) where withdrawal_id is not null;
create index payments_open on payments (network_id, id) where closed_at is null;

-- Every signed version of a payment. The bytes are stored before they are sent.
create table payment_versions (
  payment_id bigint not null references payments (id),
  raw bytea not null check (octet_length(raw) <= 10000),
  txid text primary key check (octet_length(txid) <= 1000),
  max_fee numeric(78, 0) not null,
  tip numeric(78, 0) not null,
  stored_at bigint not null
);

create index payment_versions_of_payment on payment_versions (payment_id);

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

-- The wallet of the exchange on each TON network, which receives for all users and pays. Raw form; it never changes.
create table ton_wallets (
  network_id integer primary key,
  address text not null unique check (address ~ '^0:[0-9a-f]{64}$')
);

-- The wallets of the exchange for jettons on TON, as their masters named them at first: another answer closes the network.
create table ton_jetton_wallets (
  network_id integer not null,
  master text not null check (master ~ '^0:[0-9a-f]{64}$'),
  address text not null unique check (address ~ '^0:[0-9a-f]{64}$'),
  primary key (network_id, master)
);

-- Executed messages of a wallet that were booked without a payment, because a restore had lost it. Of jettons with the number
-- of their order and their receiver, from whom they may come back.
create table ton_booked_messages (
  body_hash text primary key check (octet_length(body_hash) <= 1000),
  network_id integer not null,
  txid text not null check (octet_length(txid) <= 1000),
  query_id text check (octet_length(query_id) <= 1000),
  receiver text check (octet_length(receiver) <= 1000)
);

-- Who said that the jettons of a payment on TON arrived. True is only what the jetton wallet of the receiver says.
create table ton_excesses (
  payment_id bigint not null references payments (id),
  sender text not null check (octet_length(sender) <= 1000),
  primary key (payment_id, sender)
);

-- Reports of liabilities

-- Reports of what all users own, one a day, and the trees that they were made from.
create table liability_reports (
  -- The command after which the balances were read.
  seq bigint primary key check (seq between 0 and 999999999999999),
  journal_id uuid not null,
  -- In days since 1970 (UTC); a day begins at 00:05. A second report of a day is refused.
  day integer not null unique,
  at bigint not null,
  -- Of the journal row that ends with `seq`.
  journal_hash bytea not null check (octet_length(journal_hash) = 32),
  root bytea not null check (octet_length(root) = 32),
  height integer not null,
  -- Secret: salts, the parts of balances, the places of the leaves and the padding are derived from it.
  key bytea not null check (octet_length(key) = 32),
  -- Not published.
  users integer not null,
  -- The coins of the tree in its order, with their totals, and what the books say about each network. Units as text.
  totals jsonb not null check (octet_length(totals::text) <= 1000000),
  reserves jsonb not null check (octet_length(reserves::text) <= 1000000),
  -- The two children of the root.
  halves bytea not null check (octet_length(halves) <= 100000)
);

-- A tree in pieces of up to 64 nodes and 6 levels. A piece of level 0 has the leaves of users: place, part, user, amounts. One
-- of a higher level has the roots of the pieces below it: hashes and sums.
create table liability_pieces (
  -- The report is written last: its root is the result of the tree.
  report_seq bigint not null references liability_reports (seq) on delete cascade deferrable initially deferred,
  level integer not null,
  number integer not null,
  content bytea not null check (octet_length(content) <= 5000000),
  primary key (report_seq, level, number)
);

-- The EVM chain of play mode

-- The chain is a function of these rows. `height` 1 is the first block after the genesis.
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

create index play_transfers_of_receiver on play_transfers (receiver, height desc);
create index play_transfers_of_sender on play_transfers (sender, height desc);

-- Keys of the external wallets of users; play money only. Number 0 is the treasury, which owned all coins at first.
create table play_wallets (
  number bigint generated always as identity (minvalue 0 start 1) primary key,
  user_id uuid unique references users (id),
  private_key bytea not null check (octet_length(private_key) = 32),
  address text not null unique,
  check ((number = 0) = (user_id is null))
);

-- The TON chain of play mode. A block is stored with everything that it changes before any client can see it

-- Times in Unix seconds. `until`: every transaction up to this time is in this block or in one before it. `lt`: the highest
-- logical time that was used. Block 0 is the genesis.
create table play_ton_blocks (
  height bigint primary key,
  time bigint not null,
  until bigint not null,
  lt bigint not null,
  hash text not null,
  check (until >= "time")
);

-- The newest state of each account, as a bag of cells. `address`: raw.
create table play_ton_accounts (
  address text primary key,
  state bytea not null
);

create table play_ton_transactions (
  account text not null,
  lt bigint not null,
  hash text not null,
  height bigint not null references play_ton_blocks (height),
  boc bytea not null,
  primary key (account, lt)
);

-- Messages that wait for a block, in their order: signed ones from outside the chain, and what a full block left over.
create table play_ton_messages (
  number bigint generated always as identity primary key,
  hash text not null unique,
  is_external boolean not null,
  receiver text not null,
  boc bytea not null,
  at bigint not null
);

create index play_ton_messages_to on play_ton_messages (receiver);

-- Seeds of Ed25519 keys. Number 0 is the treasury; the others are the external wallets of users.
create table play_ton_wallets (
  number bigint generated by default as identity (minvalue 0 start 1) primary key,
  user_id uuid unique references users (id),
  seed bytea not null check (length(seed) = 32),
  address text not null unique,
  check ((number = 0) = (user_id is null))
);

-- The numbers of the treasury's payments. Number 0 is in the genesis.
create sequence play_ton_payments;
