import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { channelTransports } from '@app/shared/transports/registry.ts';
import { expect, test } from './harness/fixtures.ts';
import { errorOf, leaveOneFailure, openHook, type Hook } from './harness/hooks.ts';
import type { WatchedProduct } from './harness/watched-product.ts';
import { panel } from './screens/settings-page.ts';
import { violations } from './screens/violations.ts';

test('the owner connects a webhook, tests it, and reads the result of each message', async ({ page, signUp }) => {
  await using program = await listen();
  await signUp();
  await page.goto('/settings');
  const channels = panel(page, 'Webhooks and chats');
  const log = panel(page, 'Delivery log');
  await expect(channels.getByText('None yet')).toBeVisible();

  await channels.getByRole('button', { name: 'Add channel' }).click();
  const form = page.getByRole('dialog', { name: 'Add a channel' });
  await form.getByLabel('Name').fill('Warehouse');
  await form.getByLabel('Address that is called').fill('warehouse.example');
  await form.getByRole('button', { name: 'Add channel' }).click();
  await expect(form.getByText('Please enter the whole address')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await form.getByLabel('Address that is called').fill(`${program.url}/alerts?key=secret`);
  await form.getByRole('checkbox', { name: 'Listing Suspended, Alert' }).uncheck();
  await form.getByRole('button', { name: 'Add channel' }).click();
  // The signing secret is shown only once.
  const secret = page.getByRole('dialog', { name: 'Signing secret' });
  await expect(secret.getByLabel('Secret')).toHaveValue(/^whsec_/);
  await secret.getByRole('button', { name: 'I have kept it' }).click();
  await expect(channels.getByRole('switch', { name: 'Send to Warehouse' })).toBeChecked();
  await expect(channels).not.toContainText('key=secret');

  const sendTest = channels.getByRole('button', { name: 'Send test to Warehouse' });
  await sendTest.click();
  await expect(page.getByText('Test message sent to Warehouse')).toBeVisible();
  expect(program.headers.at(-1)?.['webhook-signature']).toMatch(/^v1,/);
  await expect(log.getByRole('listitem').filter({ hasText: 'to Warehouse by webhook' })).toContainText('Sent');

  program.answer = 500;
  await sendTest.click();
  await expect(page.getByText('Warehouse did not take the test')).toBeVisible();
  await log.getByLabel('Outcome').selectOption('Failed');
  await expect(log.getByRole('listitem')).toHaveCount(1);
  await expect(log.getByRole('listitem')).toContainText('Failed');

  await channels.getByRole('button', { name: 'More for Warehouse' }).click();
  await page.getByRole('menuitem', { name: 'Change' }).click();
  const change = page.getByRole('dialog', { name: 'Change Warehouse' });
  await expect(change.getByRole('checkbox', { name: 'Listing Suspended, Alert' })).not.toBeChecked();
  await change.getByLabel('Name').fill('Depot');
  await change.getByRole('button', { name: 'Save' }).click();
  await channels.getByRole('switch', { name: 'Send to Depot' }).click();
  await expect(channels.getByRole('switch', { name: 'Send to Depot' })).not.toBeChecked();
  await channels.getByRole('button', { name: 'More for Depot' }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await page.getByRole('dialog', { name: 'Remove Depot?' }).getByRole('button', { name: 'Remove' }).click();
  await expect(channels.getByText('None yet')).toBeVisible();
  await expect(panel(page, 'Audit trail').getByText('removed the channel Depot')).toBeVisible();
});

test('a webhook gets a second signing secret, and a Slack channel gets its own message format', async ({
  page,
  signUp,
}) => {
  await using program = await listen();
  const { session } = await signUp();
  await session.post('/api/identity/channels', { kind: 'webhook', name: 'Warehouse', address: program.url });
  await page.goto('/settings');
  const channels = panel(page, 'Webhooks and chats');
  await channels.getByRole('button', { name: 'More for Warehouse' }).click();
  await page.getByRole('menuitem', { name: 'New signing secret' }).click();
  const secret = page.getByRole('dialog', { name: 'Signing secret' });
  await expect(secret.getByLabel('Secret')).toHaveValue(/^whsec_/);
  await expect(secret.getByText('For a day the one before signs too')).toBeVisible();
  await secret.getByRole('button', { name: 'I have kept it' }).click();
  await channels.getByRole('button', { name: 'Send test to Warehouse' }).click();
  await expect(page.getByText('Test message sent to Warehouse')).toBeVisible();
  expect(program.headers.at(-1)?.['webhook-signature']).toMatch(/^v1,\S+ v1,\S+$/);

  await channels.getByRole('button', { name: 'Add channel' }).click();
  const form = page.getByRole('dialog', { name: 'Add a channel' });
  await form.getByRole('button', { name: 'Slack' }).click();
  await form.getByLabel('Name').fill('#amazon-alerts');
  await form.getByLabel('Webhook URL of the Slack channel').fill(`${program.url}/services/T0/B0/hidden`);
  await form.getByRole('button', { name: 'Add channel' }).click();
  // Slack messages are not signed, so no signing secret is shown.
  await expect(form).toBeHidden();
  await expect(secret).toHaveCount(0);
  await expect(channels).not.toContainText('B0/hidden');
  await channels.getByRole('button', { name: 'Send test to #amazon-alerts' }).click();
  await expect(page.getByText('Test message sent to #amazon-alerts')).toBeVisible();
  expect(program.bodies.at(-1)).toBe('{"text":"This is a test message of Watchpost to #amazon-alerts"}');
  const log = panel(page, 'Delivery log');
  await expect(log.getByRole('listitem').filter({ hasText: 'to #amazon-alerts by Slack' })).toContainText('Sent');
  await channels.getByRole('button', { name: 'More for #amazon-alerts' }).click();
  await expect(page.getByRole('menuitem')).toHaveText(['Change', 'Remove']);
});

test('channels of all kinds are connected, tested, sent an alert, refuse one, are stopped when they are gone, and start again', async ({
  page,
  house,
  sandbox,
  ownerOf,
  pick,
}) => {
  test.slow();
  const tenant = await ownerOf('channels');
  const { owner } = tenant;
  await page.goto('/settings');
  const channels = panel(page, 'Webhooks and chats');
  const log = panel(page, 'Delivery log').getByRole('listitem');
  const connected = await Promise.all(
    channelTransports.map(async ({ id, label, by, isSigned, form }) => {
      const hook = await openHook(sandbox.url, id);
      const name = `Operations on ${label}`;
      const isOn = channels.getByRole('switch', { name: `Send to ${name}` });
      const deliveries = log.filter({ hasText: `to ${name} ${by}` });
      return { label, isSigned, form, hook, name, isOn, deliveries };
    }),
  );
  // Alerts about products of earlier journeys may come in between, so a delivery is found by its words.
  const expectLogged = (words: (hook: Hook) => readonly string[]) =>
    expect(async () => {
      await page.getByRole('button', { name: 'Look again' }).click();
      for (const { hook, deliveries } of connected) {
        const fitting = words(hook).reduce((found, hasText) => found.filter({ hasText }), deliveries);
        await expect(fitting.first()).toBeVisible({ timeout: 1000 });
      }
    }).toPass();
  const expectPosted = async ({ asin }: WatchedProduct): Promise<void> => {
    for (const { hook } of connected) {
      await expect.poll(async () => (await hook.posted()).messages.join('\n')).toContain(asin);
    }
  };

  for (const { label, isSigned, form, hook, name, isOn } of connected) {
    await channels.getByRole('button', { name: 'Add channel' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a channel' });
    await dialog.getByRole('button', { name: label, exact: true }).click();
    await dialog.getByLabel('Name').fill(name);
    await dialog.getByLabel(form.addressLabel).fill(hook.url);
    await dialog.getByRole('button', { name: 'Add channel' }).click();
    if (isSigned) {
      const secret = page.getByRole('dialog', { name: 'Signing secret' });
      await hook.change({ secret: await secret.getByLabel('Secret').inputValue() });
      await secret.getByRole('button', { name: 'I have kept it' }).click();
    }
    await expect(isOn).toBeChecked();
    await channels.getByRole('button', { name: `Send test to ${name}` }).click();
    await expect(page.getByText(`Test message sent to ${name}`)).toBeVisible();
  }
  await expectLogged(() => ['Test message', 'Sent']);

  const told = await pick(tenant);
  await sandbox.happen('listingSuspended', told);
  await expectPosted(told);
  await expectLogged(() => [told.name, 'Sent']);

  const refused = await pick(tenant);
  for (const { hook } of connected) {
    await hook.change({ fault: { answer: 'refused', count: 1, about: refused.asin } });
  }
  await sandbox.happen('imageRemoved', refused);
  await expectLogged(({ standIn }) => [refused.name, errorOf(standIn.refused), 'Failed']);
  for (const { isOn } of connected) await expect(isOn).toBeChecked();

  for (const { hook, name } of connected) {
    await hook.change({ isGone: true });
    await leaveOneFailure(house, name);
  }
  await sandbox.happen('listingSuspended', await pick(tenant));
  for (const { hook, name } of connected) {
    const notice = await sandbox.waitForMail(owner.email, ({ subject }) =>
      subject.endsWith(`stopped sending to ${name}`),
    );
    expect(notice.text).toContain(errorOf(hook.standIn.gone));
  }
  await page.reload();
  for (const { hook, isOn } of connected) {
    await expect(isOn).not.toBeChecked();
    await expect(
      channels.getByText(`Stopped: There is nothing at this address any more. ${errorOf(hook.standIn.gone)}.`).first(),
    ).toBeVisible();
  }
  // An alert about another product may have come first, and a channel that is stopped is sent no more.
  await expectLogged(({ standIn }) => [errorOf(standIn.gone), 'Failed']);

  for (const { hook, isOn } of connected) {
    await hook.change({ isGone: false });
    await isOn.click();
    await expect(isOn).toBeChecked();
  }
  await expect(channels.getByText('Stopped:')).toHaveCount(0);
  const toldAgain = await pick(tenant);
  await sandbox.happen('imageRemoved', toldAgain);
  await expectPosted(toldAgain);
  for (const { hook, name, isOn } of connected) {
    expect((await hook.posted()).refused).toEqual([]);
    await channels.getByRole('button', { name: `More for ${name}` }).click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    await page
      .getByRole('dialog', { name: `Remove ${name}?` })
      .getByRole('button', { name: 'Remove' })
      .click();
    await expect(isOn).toBeHidden();
  }
});

/** Starts a webhook receiver that records its requests. */
async function listen() {
  const headers: IncomingHttpHeaders[] = [];
  const bodies: string[] = [];
  const program = { url: '', headers, bodies, answer: 204, [Symbol.asyncDispose]: async () => void server.close() };
  const server = createServer((request, response) => {
    headers.push(request.headers);
    void text(request)
      .then((body) => bodies.push(body))
      .finally(() => void response.writeHead(program.answer).end());
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  program.url = `http://127.0.0.1:${portOf(server.address())}`;
  return program;
}

const portOf = (address: AddressInfo | string | null): number =>
  typeof address === 'object' && address !== null ? address.port : 0;
