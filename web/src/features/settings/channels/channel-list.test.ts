import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import type { Channel } from '@app/shared/contract/channels.ts';
import { channelsQuery, dropChannel } from './channel-list.ts';

const channel = (channelId: string): Channel => ({
  channelId,
  kind: 'slack',
  name: `Channel ${channelId}`,
  addressHint: '…/T0',
  alertsSettings: {},
  unsubscribedSellerAccounts: [],
  isOn: true,
  stoppedReason: null,
  failingSince: null,
  createdAt: '2026-11-20T08:00:00.000Z',
});

test('a removed channel leaves the list at once, and the others stay', () => {
  const client = new QueryClient();
  client.setQueryData(channelsQuery.queryKey, { channels: ['1', '2'].map(channel) });

  dropChannel(client, '1');

  expect(client.getQueryData(channelsQuery.queryKey)).toEqual({ channels: [channel('2')] });
});

test('a channel that is removed before the list has come does not make an empty list', () => {
  const client = new QueryClient();

  dropChannel(client, '1');

  expect(client.getQueryData(channelsQuery.queryKey)).toBeUndefined();
});
