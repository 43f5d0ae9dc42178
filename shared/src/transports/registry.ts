// Written by `npm run gen` from the files of this folder.
import type { ChannelDeclaration, TransportDeclaration } from './transport.ts';
import { discord } from './discord.ts';
import { mail } from './mail.ts';
import { push } from './push.ts';
import { slack } from './slack.ts';
import { teams } from './teams.ts';
import { telegram } from './telegram.ts';
import { webhook } from './webhook.ts';

const declared = { discord, mail, push, slack, teams, telegram, webhook };

export type TransportId = keyof typeof declared;
export type ChannelTransportId = {
  [Id in TransportId]: (typeof declared)[Id] extends ChannelDeclaration ? Id : never;
}[TransportId];

export const transportsById: Readonly<Record<TransportId, TransportDeclaration>> = declared;

const isTransportId = (id: string): id is TransportId => Object.hasOwn(declared, id);
const isChannelDeclaration = (
  transport: TransportDeclaration,
): transport is ChannelDeclaration & { readonly id: ChannelTransportId } => transport.reaches === 'channel';

export const transports = Object.values<TransportDeclaration>(declared).toSorted((a, b) => a.order - b.order);
export const transportIds = transports.map(({ id }) => id).filter(isTransportId);
export const channelTransports = transports.filter(isChannelDeclaration);

export const channelTransportOf = (id: ChannelTransportId): ChannelDeclaration => declared[id];
