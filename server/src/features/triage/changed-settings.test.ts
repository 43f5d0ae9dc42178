import { beforeEach, expect, test } from 'vitest';
import { auditTrail } from '@app/shared/contract/accounts.ts';
import { changeWatchdogSettings, getWatchdogSettings, putWatchdogSettings } from '@app/shared/contract/triage.ts';
import { testApi, type Owner } from '../../../testing/http/api.ts';

const api = testApi();
let owner: Owner;

beforeEach(async () => {
  owner = await api.owner();
});

type Settings = Record<string, unknown>;

const rating = { params: { type: 'starRatingRecentChange' } };
const whitelisted = { params: { type: 'numberOfSellers' } };
const look = (of = rating) => owner.call(getWatchdogSettings, of);
const change = (settings: Settings, seen: Settings, of = rating) =>
  owner.send(changeWatchdogSettings, { ...of, body: { settings, seen } });

const list = async (whitelist: Settings, seen: Settings) =>
  (await change({ whitelist }, { whitelist: seen }, whitelisted)).statusCode;

test('a change of one setting keeps what somebody else has saved of the others since', async () => {
  const seen = await look();
  await owner.call(putWatchdogSettings, { ...rating, body: { ...seen, reviewCountDropMinimumThreshold: 7 } });

  const { oneTenthPrecisionUp } = seen;
  const answer = await change({ oneTenthPrecisionUp: !oneTenthPrecisionUp }, { oneTenthPrecisionUp });

  const now = { ...seen, reviewCountDropMinimumThreshold: 7, oneTenthPrecisionUp: !oneTenthPrecisionUp };
  expect([answer.statusCode, answer.json(), await look()]).toEqual([200, now, now]);
});

test('a setting that somebody else has changed since is not replaced, and nothing else is saved with it', async () => {
  const seen = await look();
  await change({ reviewCountDropMinimumThreshold: 7 }, seen);

  const mine = { reviewCountDropMinimumThreshold: 9, oneTenthPrecisionUp: !seen['oneTenthPrecisionUp'] };
  const answer = await change(mine, seen);

  expect([answer.statusCode, answer.json().code]).toEqual([409, 'settingsOvertaken']);
  expect(await look()).toEqual({ ...seen, reviewCountDropMinimumThreshold: 7 });
});

test('a change to what somebody else has already saved is no contradiction', async () => {
  const seen = await look();
  await change({ reviewCountDropMinimumThreshold: 7 }, seen);

  expect((await change({ reviewCountDropMinimumThreshold: 7 }, seen)).statusCode).toBe(200);
});

test('of two changes that are sent at once, one is saved and the other is refused', async () => {
  const seen = await look();
  const answers = await Promise.all([7, 9].map((units) => change({ reviewCountDropMinimumThreshold: units }, seen)));

  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 409]));
});

test('a whitelist that comes back in another order of its marketplaces is the same one', async () => {
  const [US, DE] = [[{ value: 'A1' }], [{ value: 'A2' }]];

  expect([await list({ US, DE }, {}), await list({ US, DE }, { US, DE }), await list({ US }, { US, DE })]).toEqual([
    200, 200, 200,
  ]);
  const { events } = await owner.call(auditTrail, { query: {} });
  expect(events.filter(({ action }) => action === 'watchdog settings changed')).toHaveLength(2);
});

test.each([
  [{ reviewCountDropMinimumThreshold: 0 }, /is not possible: allowed is a whole number/],
  [{ colour: 'red' }, /has no setting named colour/],
])('a change to %j is refused with the reason', async (settings, message) => {
  const answer = await change(settings, await look());

  expect([answer.statusCode, answer.json().message]).toEqual([400, expect.stringMatching(message)]);
});
