// Written by `npm run gen` from the files of this folder.
import type { ChannelTransportId } from '@app/shared/transports/registry.ts';
import type { ChannelTransport } from '../channel-transport.ts';
import { discord } from './discord.ts';
import { slack } from './slack.ts';
import { teams } from './teams.ts';
import { telegram } from './telegram.ts';
import { webhook } from './webhook.ts';

export const channelTransportsById: Readonly<Record<ChannelTransportId, ChannelTransport>> = {
  discord,
  slack,
  teams,
  telegram,
  webhook,
};
