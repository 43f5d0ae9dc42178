import { expect, test } from 'vitest';
import type { Channel } from '@app/shared/contract/channels.ts';
import { channelChange, channelProblems, draftOfChannel } from './channel-draft.ts';

const on = { RED: true, AMBER: true, GREEN: true };
const channel: Channel = {
  channelId: '1',
  kind: 'webhook',
  name: 'Warehouse',
  addressHint: 'https://hooks.acme.example/…4f2a',
  alertsSettings: { PRICE: on },
  unsubscribedSellerAccounts: ['7'],
  isOn: true,
  stoppedReason: null,
  failingSince: null,
  createdAt: '2026-11-20T12:00:00.000Z',
};
const draft = draftOfChannel(channel);

test('unchanged fields are not sent, above all the secret address', () => {
  expect(channelChange(draft, channel)).toEqual({});
  expect(channelChange({ ...draft, name: ' Depot ' }, channel)).toEqual({ name: 'Depot' });
  const off = { PRICE: { ...on, GREEN: false } };
  const changed = { ...draft, address: 'https://a.example/x', alertsSettings: off, unsubscribedSellerAccounts: [] };
  expect(channelChange(changed, channel)).toEqual({
    address: 'https://a.example/x',
    alertsSettings: off,
    unsubscribedSellerAccounts: [],
  });
});

test.each([
  ['https://hooks.acme.example/in', true, []],
  ['', true, ['address']],
  ['', false, []],
  ['ftp://hooks.acme.example/in', false, ['address']],
  ['hooks.acme.example', true, ['address']],
])('the address %j of a channel (new: %j) has the problems %j', (address, isNew, problems) => {
  expect(Object.keys(channelProblems({ ...draft, address }, isNew))).toEqual(problems);
});

test('a channel has a name', () => {
  expect(channelProblems({ ...draft, name: ' ' }, false)).toEqual({ name: 'Please give it a name' });
});
