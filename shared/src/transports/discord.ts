import type { ChannelDeclaration } from './transport.ts';

export const discord = {
  id: 'discord',
  label: 'Discord',
  by: 'by Discord',
  order: 5,
  icon: [
    'M8 12a1 1 0 1 0 2 0a1 1 0 0 0 -2 0',
    'M14 12a1 1 0 1 0 2 0a1 1 0 0 0 -2 0',
    'M15.5 17c0 1 1.5 3 2 3c1.5 0 2.833 -1.667 3.5 -3c.667 -1.667 .5 -5.833 -1.5 -11.5c-1.457 -1.015 -3 -1.34 -4.5 -1.5l-.972 1.923a11.913 11.913 0 0 0 -4.053 0l-.975 -1.923c-1.5 .16 -3.043 .485 -4.5 1.5c-2 5.667 -2.167 9.833 -1.5 11.5c.667 1.333 2 3 3.5 3c.5 0 2 -2 2 -3',
    'M7 16.5c3.5 1 6.5 1 10 0',
  ],
  reaches: 'channel',
  isSigned: false,
  form: {
    namePlaceholder: '#amazon-alerts',
    addressLabel: 'Webhook URL of the Discord channel',
    addressPlaceholder: 'https://discord.com/api/webhooks/…',
    help: 'From Discord, under Integrations of the channel. It is a secret: it is kept encrypted and never shown again',
  },
  refuseAddress: (address) =>
    /^https:\/\/((canary|ptb)\.)?discord(app)?\.com\/api\/(v\d+\/)?webhooks\/\d+\//.test(address)
      ? null
      : 'This is not the address of a Discord channel: it begins with https://discord.com/api/webhooks/',
} as const satisfies ChannelDeclaration;
