import type { InjectOptions } from 'fastify';
import { beforeEach, expect, test } from 'vitest';
import { dayMs, hourMs, minuteMs } from '@app/shared/base/time.ts';
import { authorizations } from '@app/shared/contract/sellers.ts';
import { testApi, type Owner } from '../../../../testing/http/api.ts';
import { connectProgram, renewTokens, type ProgramTokens } from '../../../../testing/http/programs.ts';
import { sendMessages } from '../../../../testing/mails/send-messages.ts';
import { tellOfEndingAuthorizations } from '../../auth/access-tokens/tell-of-end.ts';
import { forgetAuthorizations } from '../../oauth/tokens/code-queries.ts';

const api = testApi({ environment: { ALLOW_PRIVATE_ADDRESSES: 'yes' } });
let owner: Owner;

beforeEach(async () => {
  owner = await api.owner();
});

const ask = async ({ access }: ProgramTokens, options: InjectOptions) =>
  api.app.inject({ ...options, headers: { authorization: `Bearer ${access}` } });

const subscribe = async (program: ProgramTokens): Promise<string> => {
  const payload = { url: 'http://127.0.0.1:9/zap', event: 'alertRaised' };
  return (await ask(program, { method: 'POST', url: '/api/v1/hooks', payload })).json().id;
};

const listed = async (program: ProgramTokens): Promise<string[]> => {
  const { data } = (await ask(program, { url: '/api/v1/hooks' })).json();
  return data.map(({ id }: { id: string }) => id);
};

/** Cleans up when as many days have passed since an instant, and a millisecond. */
const forgetAfter = (days: number, since: Date) =>
  forgetAuthorizations(api.worker.global, new Date(since.getTime() + days * dayMs + 1));

const connections = async () => (await owner.call(authorizations)).authorizations.length;

test('the hooks of a program that was allowed again last as long as the later authorisation', async () => {
  const given = api.clock.now();
  const hook = await subscribe(await connectProgram(api, owner));
  api.clock.advance(2 * hourMs);
  const givenAgain = api.clock.now();
  const again = await connectProgram(api, owner);

  await forgetAfter(31, givenAgain);
  expect(await connections()).toBe(2);
  await forgetAfter(365, given);
  expect([await connections(), await listed(again)]).toEqual([1, [hook]]);
  await forgetAfter(365, givenAgain);
  expect(await connections()).toBe(0);
});

test('hooks end with their authorisation if the program was allowed less since then', async () => {
  const given = api.clock.now();
  await subscribe(await connectProgram(api, owner));
  api.clock.advance(2 * hourMs);
  const again = await connectProgram(api, owner, 'hooks:write');
  const hook = await subscribe(again);

  await forgetAfter(365, given);

  expect(await listed(again)).toEqual([hook]);
});

test('two connections of a person with one program have their own hooks while both are in use', async () => {
  const [first, second] = [await connectProgram(api, owner), await connectProgram(api, owner)];
  const [hook, other] = [await subscribe(first), await subscribe(second)];
  api.clock.advance(hourMs + minuteMs);
  const [one, two] = [await renewTokens(api, first), await renewTokens(api, second)];

  expect([await listed(one), await listed(two)]).toEqual([[hook], [other]]);
  expect((await ask(two, { method: 'DELETE', url: `/api/v1/hooks/${hook}` })).statusCode).toBe(404);
  expect((await ask(one, { method: 'DELETE', url: `/api/v1/hooks/${other}` })).statusCode).toBe(404);
  expect(await listed(one)).toEqual([hook]);
});

test('a program that is allowed again while one of its processes renews the earlier tokens finds its hooks', async () => {
  const first = await connectProgram(api, owner);
  const hook = await subscribe(first);
  const again = await connectProgram(api, owner);
  api.clock.advance(minuteMs);
  await renewTokens(api, first);

  expect(await listed(again)).toEqual([hook]);
});

test('nobody is told of the end of an authorisation that was given again', async () => {
  await connectProgram(api, owner);
  api.clock.advance(2 * hourMs);
  await connectProgram(api, owner);

  api.clock.advance(358 * dayMs - hourMs);
  expect(await mailsOfEnds()).toBe(0);
  api.clock.advance(hourMs);
  expect(await mailsOfEnds()).toBe(1);
});

test('a person is told of the end of each connection with a program that is in use', async () => {
  const first = await connectProgram(api, owner);
  await connectProgram(api, owner);
  api.clock.advance(hourMs + minuteMs);
  await renewTokens(api, first);

  api.clock.advance(358 * dayMs);
  expect(await mailsOfEnds()).toBe(2);
});

async function mailsOfEnds(): Promise<number> {
  await tellOfEndingAuthorizations({ ...api.ctx, db: api.worker });
  await sendMessages({ ...api.ctx, db: api.worker });
  return api.mails.filter(({ to, subject }) => to === owner.email && subject.includes('ends soon')).length;
}
