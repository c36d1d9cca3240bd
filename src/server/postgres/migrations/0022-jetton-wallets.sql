-- The wallets of the exchange for jettons on TON, as their masters named them at first: another answer closes the network.
create table ton_jetton_wallets (
  network_id integer not null,
  master text not null check (master ~ '^0:[0-9a-f]{64}$'),
  address text not null unique check (address ~ '^0:[0-9a-f]{64}$'),
  primary key (network_id, master)
);
