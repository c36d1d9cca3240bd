-- Deposits and withdrawals on TON.

-- The wallet of the exchange on each TON network, which receives for all users and pays. Raw form; it never changes.
create table ton_wallets (
  network_id integer primary key,
  address text not null unique check (address ~ '^0:[0-9a-f]{64}$')
);

alter table payments
  -- What a final transaction took from the wallet in addition to the amount, until the result of the payment is known.
  add column cost numeric(78, 0),
  drop constraint payments_kind_check,
  add constraint payments_kind_check check (kind in ('withdrawal', 'sweep', 'gas', 'deploy'));

-- Executed messages of a wallet that were booked without a payment, because a restore had lost it.
create table ton_booked_messages (
  body_hash text primary key,
  network_id integer not null,
  txid text not null
);
