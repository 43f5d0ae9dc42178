import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { Page } from '@playwright/test';
import { expect, test } from './harness/fixtures.ts';
import { panel } from './screens/settings-page.ts';
import { violations } from './screens/violations.ts';

async function createToken(page: Page): Promise<string> {
  const tokens = panel(page, 'Access tokens');
  await tokens.getByRole('button', { name: 'Create token' }).click();
  const form = page.getByRole('dialog', { name: 'Create a token' });
  await form.getByLabel('Name').fill('Assistant');
  await form.getByRole('button', { name: 'Create token' }).click();
  const shown = page.getByRole('dialog', { name: 'Your new token' });
  const token = await shown.getByLabel('Token').inputValue();
  await shown.getByRole('button', { name: 'I have kept it' }).click();
  return token;
}

interface Problem {
  readonly alertId: string;
  readonly productId: string;
  readonly headline: string;
}

test('an assistant is asked what to do today, and follows one problem to its evidence', async ({
  page,
  open,
  pick,
  sandbox,
}) => {
  const product = await pick();
  await open('/settings');
  const token = await createToken(page);
  const address = await panel(page, 'Access tokens')
    .getByText(/\/mcp$/)
    .textContent();
  const client = new Client(
    { name: 'journey', version: '1.0.0' },
    { versionNegotiation: { mode: { pin: '2026-07-28' } } },
  );
  const headers = { authorization: `Bearer ${token}` };
  await client.connect(new StreamableHTTPClientTransport(new URL(address ?? ''), { requestInit: { headers } }));
  const ask = async (name: string, args: Record<string, unknown> = {}) =>
    (await client.callTool({ name, arguments: args })).structuredContent as Record<string, unknown>;
  const found = await ask('search_products', { q: product.asin });
  const [{ productId } = { productId: '' }] = found['products'] as { productId: string }[];
  await sandbox.happen('listingSuspended', product);

  const problemOf = async (): Promise<Problem | undefined> => {
    const { problems } = await ask('list_problems', { limit: 50 });
    return (problems as Problem[]).find((one) => one.productId === productId);
  };
  await expect.poll(async () => (await problemOf())?.headline).toBe('Listing suspended');
  const problem = await problemOf();
  const explained = await ask('explain_alert', { alertId: problem?.alertId });
  expect(explained).toMatchObject({ before: 'ok', after: 'alert', headline: 'Listing suspended', isOpen: true });
  expect(explained['nextSteps']).toHaveLength(3);
  const { changes } = await ask('product_timeline', { productId });
  expect(changes).toContainEqual(
    expect.objectContaining({ alert: expect.objectContaining({ alertId: problem?.alertId }) }),
  );
  await client.close();

  await page.reload();
  const trail = panel(page, 'Audit trail');
  await trail.getByRole('button', { name: 'Questions' }).click();
  await expect(trail.getByText('asked explain_alert by an assistant')).toBeVisible();
  expect(await violations(page)).toEqual([]);
});
