-- Candles of every timeframe, in ticks and units, starting at milliseconds since 1970.
create table candles (
  pair_id integer not null,
  timeframe text not null,
  start bigint not null,
  open numeric(38, 0) not null,
  high numeric(38, 0) not null,
  low numeric(38, 0) not null,
  close numeric(38, 0) not null,
  volume numeric(38, 0) not null,
  turnover numeric(38, 0) not null,
  primary key (pair_id, timeframe, start)
);

-- The tape. Only the newest of a pair are ever shown, so older ones are dropped as new ones come.
create table trades (
  id bigint primary key,
  pair_id integer not null,
  price numeric(38, 0) not null,
  quantity numeric(38, 0) not null,
  side text not null check (side in ('buy', 'sell')),
  at bigint not null
);

create index trades_of_pair on trades (pair_id, id desc);
