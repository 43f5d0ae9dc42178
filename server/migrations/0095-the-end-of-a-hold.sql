-- The mail of an alert that was held is collected from the end of its hold on. This instant was part of the time of its
-- next check, so that the checks could not say when the mail is due, and were made every ten minutes.
alter table deliveries add column collected_from timestamptz;
