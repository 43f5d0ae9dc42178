import type { ChannelDeclaration } from './transport.ts';

export const slack = {
  id: 'slack',
  label: 'Slack',
  by: 'by Slack',
  order: 4,
  icon: [
    'M12 12v-6a2 2 0 0 1 4 0v6m0 -2a2 2 0 1 1 2 2h-6',
    'M12 12h6a2 2 0 0 1 0 4h-6m2 0a2 2 0 1 1 -2 2v-6',
    'M12 12v6a2 2 0 0 1 -4 0v-6m0 2a2 2 0 1 1 -2 -2h6',
    'M12 12h-6a2 2 0 0 1 0 -4h6m-2 0a2 2 0 1 1 2 -2v6',
  ],
  reaches: 'channel',
  isSigned: false,
  form: {
    namePlaceholder: '#amazon-alerts',
    addressLabel: 'Webhook URL of the Slack channel',
    addressPlaceholder: 'https://hooks.slack.com/services/…',
    help: 'From Slack, under Incoming Webhooks of an app of yours. It is a secret: it is kept encrypted and never shown again',
  },
  refuseAddress: (address) =>
    /^https:\/\/hooks\.slack(-gov)?\.com\/(services|workflows|triggers)\//.test(address)
      ? null
      : 'This is not the address of a Slack channel: it begins with https://hooks.slack.com/services/',
} as const satisfies ChannelDeclaration;
