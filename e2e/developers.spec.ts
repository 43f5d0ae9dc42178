import type { APIRequestContext } from '@playwright/test';
import { createAccessToken } from '@app/shared/contract/access-tokens.ts';
import { tokenScopes } from '@app/shared/contract/endpoint.ts';
import { listAlerts } from '@app/shared/contract/public-api/alerts.ts';
import { subscribeHook } from '@app/shared/contract/public-api/hooks.ts';
import { provePassword } from '@app/shared/contract/two-factor.ts';
import { expect, test } from './harness/fixtures.ts';
import { violations } from './screens/violations.ts';

interface Example {
  readonly text: string;
  /** The values of the shell variables in `text`. */
  readonly values: Readonly<Record<string, string>>;
}

/** Sends the request of a `curl` example from the documentation. */
async function run(request: APIRequestContext, { text, values }: Example) {
  const filled = text.replaceAll(/\$([A-Z_]+)/g, (_, name: string) => values[name] ?? '');
  const [, method = 'GET'] = /-X ([A-Z]+)/.exec(filled) ?? [];
  const [, address = ''] = /"(http[^"]+)"/.exec(filled) ?? [];
  const [, data] = /-d '([^']+)'/.exec(filled) ?? [];
  const headers = Object.fromEntries(
    [...filled.matchAll(/-H "([^:]+): ([^"]+)"/g)].map(([, name, value]) => [name, value]),
  );
  return request.fetch(address, { method, headers, ...(data !== undefined && { data }) });
}

test('the page for developers describes the calls, and all its examples work in their order', async ({
  page,
  tenant,
  pick,
  sandbox,
  request,
}) => {
  await page.goto('/developers');
  await expect(page.getByRole('heading', { name: 'GET /api/v1/alerts', exact: true })).toBeVisible();
  await expect(page.getByText('Watchpost v_3.4.2')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Watchpost, home' })).toHaveAttribute('href', '/home');
  expect(await violations(page)).toEqual([]);
  const examples = await page.getByRole('region', { name: /^Example of / }).allInnerTexts();
  expect(examples.length).toBeGreaterThan(10);

  const { owner, session } = tenant;
  await session.post(provePassword.path, { password: owner.password });
  const created = await session.post(createAccessToken.path, { name: 'Examples', scopes: [...tokenScopes] });
  const { token } = createAccessToken.response.parse(JSON.parse(created.text));
  const product = await pick();
  await sandbox.happen('listingSuspended', product);
  const alertsOf = `/api/v1/alerts?state=open&productId=${product.productId}`;
  const findAlert = async () => {
    const answer = await request.get(alertsOf, { headers: { authorization: `Bearer ${token}` } });
    return listAlerts.response.parse(await answer.json()).data.find(({ watchdog }) => watchdog === 'listingSuspended');
  };
  await expect.poll(findAlert).toBeDefined();
  const alert = await findAlert();
  const values: Record<string, string> = {
    WATCHPOST_TOKEN: token,
    PRODUCT_ID: product.productId,
    ALERT_ID: alert?.id ?? '',
    WATCH_DOG_ID: alert?.issue.watchDogId ?? '',
  };
  for (const text of examples) {
    const answer = await run(request, { text, values });
    expect([text, answer.ok() ? 'taken' : await answer.text()]).toEqual([text, 'taken']);
    if (/-X POST "[^"]+\/hooks"/.test(text)) values['HOOK_ID'] = subscribeHook.response.parse(await answer.json()).id;
  }
});
