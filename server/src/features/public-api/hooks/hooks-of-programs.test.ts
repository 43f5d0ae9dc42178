import type { InjectOptions } from 'fastify';
import { sql } from 'kysely';
import { pino } from 'pino';
import { beforeEach, expect, test } from 'vitest';
import { dayMs, minuteMs } from '@app/shared/base/time.ts';
import { createAccessToken } from '@app/shared/contract/access-tokens.ts';
import { authorizations } from '@app/shared/contract/sellers.ts';
import { provePassword } from '@app/shared/contract/two-factor.ts';
import { channelTransports } from '@app/shared/transports/registry.ts';
import { catalogFacts } from '../../../../testing/database/factories.ts';
import { ownersPassword, testApi, type Owner } from '../../../../testing/http/api.ts';
import type { Browser } from '../../../../testing/http/browser.ts';
import { connectProgram } from '../../../../testing/http/programs.ts';
import { addUser } from '../../../../testing/http/users.ts';
import { sendMessages } from '../../../../testing/mails/send-messages.ts';
import { answering } from '../../../../testing/observing/answering.ts';
import { buildProductOf } from '../../../../testing/observing/products.ts';
import { makeUpTargetMessages } from '../../delivering/composing/alert/targets/make-up-target-messages.ts';
import { createJudging } from '../../judging/ingest.ts';
import { forgetAuthorizations } from '../../oauth/tokens/code-queries.ts';
import { tellOfEndingAuthorizations } from '../../auth/access-tokens/tell-of-end.ts';
import { tellOfExpiringTokens } from '../../auth/access-tokens/tell-of-expiry.ts';

const api = testApi({ environment: { ALLOW_PRIVATE_ADDRESSES: 'yes' } });
const endpoint = answering();
let owner: Owner;

beforeEach(async () => {
  owner = await api.owner();
  endpoint.asked.length = 0;
  endpoint.respond(() => ({}));
});

/** Lets a program of others act for a person. Returns its access token. */
const allowProgram = async (person: Browser = owner): Promise<string> => (await connectProgram(api, person)).access;

const ask = async (bearer: string, options: InjectOptions) =>
  api.app.inject({ ...options, headers: { authorization: `Bearer ${bearer}` } });

const subscribe = (bearer: string) =>
  ask(bearer, { method: 'POST', url: '/api/v1/hooks', payload: { url: `${endpoint.url}/zap`, event: 'alertRaised' } });

const listed = async (bearer: string) => (await ask(bearer, { url: '/api/v1/hooks' })).json().data;

/** Lets the main image of a product disappear, and sends what is to be told. */
async function loseImage(): Promise<void> {
  const { productId } = await buildProductOf(api.worker, owner);
  for (const facts of [catalogFacts(), catalogFacts({ images: [] })]) {
    api.clock.advance(minuteMs);
    const observation = { productId, aspect: 'catalog' as const, sku: '', observedAt: api.clock.now(), facts };
    await createJudging({ db: api.worker, clock: api.clock }).ingest(owner.tenantId, [observation]);
  }
  const worker = { ...api.ctx, db: api.worker, log: pino({ level: 'silent' }) };
  await makeUpTargetMessages(
    worker,
    channelTransports.map(({ id }) => id),
  );
  await sendMessages(worker);
}

/** Cleans up as some days later. */
const forgetAfter = (days: number, isLater = 0) =>
  forgetAuthorizations(api.worker.global, new Date(api.clock.now().getTime() + days * dayMs + isLater));

const programs = async () => (await owner.call(authorizations)).authorizations.map(({ name }) => name);

test('a program that is only called by its hooks, and so never renews its tokens, is called for a year', async () => {
  expect((await subscribe(await allowProgram())).statusCode).toBe(201);

  await forgetAfter(31);
  await loseImage();

  expect(endpoint.asked).toHaveLength(1);
  expect(await programs()).toEqual(['Automation']);
});

test('the hooks of a program end with its authorisation, a year after the consent', async () => {
  await subscribe(await allowProgram());

  await forgetAfter(365);
  expect(await programs()).toEqual(['Automation']);
  await forgetAfter(365, 1);
  await loseImage();

  expect(endpoint.asked).toEqual([]);
  expect(await programs()).toEqual([]);
});

/** Ends the authorisation that was given first, as if it had been given a year ago. */
const endFirstAuthorization = () =>
  api.worker.tenant(owner.tenantId, (tx) =>
    sql`
    update integration_authorizations a
       set authorized_at = ${new Date(api.clock.now().getTime() - 365 * dayMs)}
     where a.tenant_id = ${owner.tenantId}
       and a.integration_authorization_id = (
             select min(o.integration_authorization_id)
               from integration_authorizations o
              where o.tenant_id = ${owner.tenantId}
           )`.execute(tx),
  );

test('a hook is called no more from the end of its authorisation on, also before the rows of both are deleted', async () => {
  await subscribe(await allowProgram());
  await endFirstAuthorization();

  await loseImage();
  expect(endpoint.asked).toEqual([]);
  expect(await programs()).toEqual(['Automation']);
  expect(await listed(await createToken(90))).toEqual([]);
});

test('a hook is called after the end of its authorisation if the person has allowed the program again', async () => {
  await subscribe(await allowProgram());
  await allowProgram();
  await endFirstAuthorization();

  await loseImage();

  expect(endpoint.asked).toHaveLength(1);
});

test('a person is told by mail seven days before the authorisation of a program ends, once', async () => {
  await allowProgram();
  const given = api.clock.now().getTime();
  const tell = async () => {
    await tellOfEndingAuthorizations({ ...api.ctx, db: api.worker });
    await sendMessages({ ...api.ctx, db: api.worker });
    return api.mails.filter(({ to, subject }) => to === owner.email && subject.includes('ends soon'));
  };

  api.clock.advance(358 * dayMs - 1);
  expect(await tell()).toEqual([]);
  api.clock.advance(1);
  const [mail, ...others] = await tell();
  expect(others).toEqual([]);
  expect(mail?.subject).toBe('The access of “Automation” ends soon');
  expect(mail?.text).toContain(`This ends on ${longDate(given + 365 * dayMs)}`);
  expect(await tell()).toHaveLength(1);
});

test('a program that is allowed again finds and ends its hooks, so that it subscribes none twice', async () => {
  const { id } = (await subscribe(await allowProgram())).json();
  const again = await allowProgram();

  expect(await listed(again)).toMatchObject([{ id }]);
  expect(await listed(await allowProgram(await addUser(api, owner)))).toEqual([]);
  expect((await ask(again, { method: 'DELETE', url: `/api/v1/hooks/${id}` })).statusCode).toBe(204);
  expect(await listed(again)).toEqual([]);
});

async function createToken(expiresInDays: number): Promise<string> {
  await owner.call(provePassword, { body: { password: ownersPassword } });
  const body = { name: 'Robot', scopes: ['hooks:write' as const], expiresInDays };
  return (await owner.call(createAccessToken, { body })).token;
}

test('a hook whose token has expired is not listed any more, so that its program subscribes again', async () => {
  const { id } = (await subscribe(await createToken(1))).json();
  api.clock.advance(dayMs);
  const token = await createToken(90);

  expect(await listed(token)).toEqual([]);
  expect((await ask(token, { method: 'DELETE', url: `/api/v1/hooks/${id}` })).statusCode).toBe(404);
  await subscribe(token);
  expect(await listed(token)).toHaveLength(1);
});

test('a person whose token expires is told that its hooks end too, if it has any', async () => {
  await createToken(14);
  const withHook = await createToken(14);
  await subscribe(withHook);

  api.clock.advance(7 * dayMs);
  await tellOfExpiringTokens({ ...api.ctx, db: api.worker });
  await sendMessages({ ...api.ctx, db: api.worker });

  const mails = api.mails.filter(({ to, subject }) => to === owner.email && subject.includes('expires soon'));
  expect(mails).toHaveLength(2);
  expect(mails.filter(({ text }) => text.includes('Its hooks end with it'))).toHaveLength(1);
});

test('hooks whose token has expired leave room for others', async () => {
  const brief = await createToken(1);
  for (let count = 0; count < 50; count += 1) expect((await subscribe(brief)).statusCode).toBe(201);
  const lasting = await createToken(90);
  expect((await subscribe(lasting)).statusCode).toBe(409);

  api.clock.advance(dayMs);
  expect((await subscribe(lasting)).statusCode).toBe(201);
});

const longDate = (at: number): string =>
  new Date(at).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
