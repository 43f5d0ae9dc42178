-- Hooks of events of the account, beside those of alerts.

alter table channels
  drop constraint channels_hook_event_check,
  add constraint channels_hook_event_check
    check (hook_event in ('alertRaised', 'alertHealed', 'productTracked', 'connectionBroken', 'invoicePaid'));
alter table messages
  drop constraint messages_purpose_check,
  add constraint messages_purpose_check
    check (purpose in ('alert', 'digest', 'notice', 'account', 'test', 'spreadsheet', 'event'));
