-- Payments of jettons on TON that neither arrived nor came back in time: since then they wait for an operator.
alter table payments add column missing_at bigint;
