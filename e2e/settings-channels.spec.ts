import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { violations } from './violations.ts';

test('the owner has a program told of alerts, tests it, and reads what became of each message', async ({
  page,
  signUp,
}) => {
  await using program = await listen();
  await signUp();
  await page.goto('/settings');
  const channels = panel(page, 'Webhooks and Slack');
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
  // The secret is shown once.
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

/** A program of the owner's, which keeps what it was sent with. */
async function listen() {
  const headers: IncomingHttpHeaders[] = [];
  const program = { url: '', headers, answer: 204, [Symbol.asyncDispose]: async () => void server.close() };
  const server = createServer((request, response) => {
    headers.push(request.headers);
    response.writeHead(program.answer).end();
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  program.url = `http://127.0.0.1:${portOf(server.address())}`;
  return program;
}

const portOf = (address: AddressInfo | string | null): number =>
  typeof address === 'object' && address !== null ? address.port : 0;

const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
