import type { Bundle, ZObject } from 'zapier-platform-core';
import { address } from './address.ts';

const alertId = {
  key: 'alertId',
  label: 'Alert ID',
  type: 'string',
  required: true,
  helpText: 'The ID of an alert, from the trigger Alert Raised.',
};

const sample = { watchDogId: 'lostBuybox-4711', status: 'inProgress', mutedUntil: null };
const outputFields = [
  { key: 'watchDogId', label: 'Issue ID' },
  { key: 'status', label: 'Status' },
  { key: 'mutedUntil', label: 'Muted until', type: 'datetime' },
];

interface Alert {
  readonly at: string;
  readonly issue: { readonly watchDogId: string };
}

interface IssueOfAlert {
  readonly url: string;
  /** The API changes nothing if the issue has become another one since then: a Zap may act hours after the alert. */
  readonly ifSince: string;
}

/** Returns the issue to which an alert belongs. */
async function issueOf(z: ZObject, id: unknown): Promise<IssueOfAlert> {
  const { data } = await z.request<Alert>({ url: address(`/api/v1/alerts/${encodeURIComponent(String(id))}`) });
  return { url: address(`/api/v1/issues/${encodeURIComponent(data.issue.watchDogId)}`), ifSince: data.at };
}

export const muteIssue = {
  key: 'mute_issue',
  noun: 'Issue',
  display: { label: 'Mute Issue', description: 'Mutes the issue of an alert for some time.' },
  operation: {
    inputFields: [
      alertId,
      {
        key: 'minutes',
        label: 'Minutes',
        type: 'integer',
        required: true,
        default: '1440',
        helpText: '1440 is a day. 0 ends the mute.',
      },
    ],
    async perform(z: ZObject, { inputData }: Bundle) {
      const { url, ifSince } = await issueOf(z, inputData['alertId']);
      const body = { minutes: Number(inputData['minutes']), ifSince };
      return (await z.request({ url: `${url}/mute`, method: 'POST', body })).data;
    },
    sample,
    outputFields,
  },
};

export const setIssueStatus = {
  key: 'set_issue_status',
  noun: 'Issue',
  display: { label: 'Set Issue Status', description: 'Sets the status of the issue of an alert.' },
  operation: {
    inputFields: [
      alertId,
      {
        key: 'status',
        label: 'Status',
        type: 'string',
        required: true,
        choices: { new: 'New', seen: 'Seen', inProgress: 'In progress', done: 'Done' },
      },
    ],
    async perform(z: ZObject, { inputData }: Bundle) {
      const { url, ifSince } = await issueOf(z, inputData['alertId']);
      const body = { status: inputData['status'], ifSince };
      return (await z.request({ url: `${url}/status`, method: 'PUT', body })).data;
    },
    sample,
    outputFields,
  },
};
