import type { ChannelDeclaration } from './transport.ts';

export const webhook = {
  id: 'webhook',
  label: 'Webhook',
  by: 'by webhook',
  order: 3,
  icon: [
    'M4.876 13.61a4 4 0 1 0 6.124 3.39h6',
    'M15.066 20.502a4 4 0 1 0 1.934 -7.502c-.706 0 -1.424 .179 -2 .5l-3 -5.5',
    'M16 8a4 4 0 1 0 -8 0c0 1.506 .77 2.818 2 3.5l-3 5.5',
  ],
  reaches: 'channel',
  isSigned: true,
  form: {
    namePlaceholder: 'Warehouse system',
    addressLabel: 'Address that is called',
    addressPlaceholder: 'https://',
    help: 'Public and https. It is kept encrypted and never shown again',
  },
  refuseAddress: () => null,
} as const satisfies ChannelDeclaration;
