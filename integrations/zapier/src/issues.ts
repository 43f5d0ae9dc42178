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

interface IssueOfAlert {
  readonly issue: { readonly watchDogId: string };
}

/** Returns the URL of the issue to which an alert belongs. */
async function issueOf(z: ZObject, id: unknown): Promise<string> {
  const { data } = await z.request<IssueOfAlert>({ url: address(`/api/v1/alerts/${encodeURIComponent(String(id))}`) });
  return address(`/api/v1/issues/${encodeURIComponent(data.issue.watchDogId)}`);
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
      const url = `${await issueOf(z, inputData['alertId'])}/mute`;
      return (await z.request({ url, method: 'POST', body: { minutes: Number(inputData['minutes']) } })).data;
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
      const url = `${await issueOf(z, inputData['alertId'])}/status`;
      return (await z.request({ url, method: 'PUT', body: { status: inputData['status'] } })).data;
    },
    sample,
    outputFields,
  },
};
