import type { ChannelDeclaration } from './transport.ts';

const workflow =
  /^https:\/\/[\w.-]+\.(logic\.azure|api\.powerplatform)\.com(:443)?\/([^?#]*\/)?workflows\/[^/?#]+\/triggers\/manual\/paths\/invoke\?([^#]*&)?sig=[^&#]+/i;
const retiredConnector = /^https:\/\/[\w.-]+\.webhook\.office\.com\//i;

function refuseAddress(address: string): string | null {
  if (workflow.test(address)) return null;
  if (retiredConnector.test(address)) {
    return 'Microsoft has retired these connectors. Make a workflow in Teams and enter its address';
  }
  return 'This is not the whole address of a Teams workflow: its host ends in .api.powerplatform.com or .logic.azure.com, and it has a sig';
}

export const teams = {
  id: 'teams',
  label: 'Microsoft Teams',
  by: 'by Microsoft Teams',
  order: 6,
  icon: [
    'M3 7h10v10h-10z',
    'M6 10h4',
    'M8 10v4',
    'M8.104 17c.47 2.274 2.483 4 4.896 4a5 5 0 0 0 5 -5v-7h-5',
    'M18 18a4 4 0 0 0 4 -4v-5h-4',
    'M13.003 8.83a3 3 0 1 0 -1.833 -1.833',
    'M15.83 8.36a2.5 2.5 0 1 0 .594 -4.117',
  ],
  reaches: 'channel',
  isSigned: false,
  form: {
    namePlaceholder: 'Amazon alerts',
    addressLabel: 'Address of the Teams workflow',
    addressPlaceholder: 'https://…api.powerplatform.com/…',
    help: 'From Teams, under Workflows: “When a Teams webhook request is received”. It is a secret: it is kept encrypted and never shown again',
  },
  refuseAddress,
} as const satisfies ChannelDeclaration;
