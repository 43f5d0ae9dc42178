import { channelTransports } from '@app/shared/transports/registry.ts';
import type { ChannelTransport } from '../src/features/delivering/transports/channel-transport.ts';
import { channelTransportsById } from '../src/features/delivering/transports/channels/registry.ts';
import { buildFlood, buildLongNews, publicUrl } from './channel-news.ts';
import { allNaughty } from './http/naughty-strings.ts';

export function channelTransportOf(id: string): ChannelTransport {
  const declaration = channelTransports.find((one) => one.id === id);
  if (!declaration) throw new Error(`No transport of channels is called ${id}`);
  return channelTransportsById[declaration.id];
}

/** The requests of a channel's transport to an address: test messages, single alerts and floods with difficult texts. */
export function chatRequests(
  id: string,
  address: string,
): readonly { readonly address: string; readonly body: string }[] {
  const { alert, test, requestOf } = channelTransportOf(id);
  const bodies = allNaughty.flatMap((text) => [
    test(text, new Date('2026-06-15T12:00:00Z')),
    alert([buildLongNews(text)], publicUrl),
    alert(buildFlood(text), publicUrl),
  ]);
  return bodies.map((body) => requestOf?.(address, body) ?? { address, body });
}
