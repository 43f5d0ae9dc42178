-- A mail that waits for the mail server while it is away is due again a moment later, each time that it was tried: the
-- figures for operators, which count what is due, showed nothing of an outage.
alter table messages add column away_since timestamptz;
create index messages_away on messages (transport, away_since)
  where away_since is not null and state in ('waiting', 'claimed');
