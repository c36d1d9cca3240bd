-- Payments of jettons on TON whose jettons the own jetton wallet has sent. Older payments were settled without this.
alter table payments add column jettons_left boolean not null default false;
update payments set jettons_left = true where cost is not null;
