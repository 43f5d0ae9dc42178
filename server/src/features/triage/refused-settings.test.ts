import { beforeEach, expect, test } from 'vitest';
import { putOwnSettings } from '@app/shared/contract/spreadsheets.ts';
import { putWatchdogSettings } from '@app/shared/contract/triage.ts';
import { testApi, type Owner } from '../../../testing/http/api.ts';
import { buildProductOf } from '../../../testing/observing/products.ts';

const api = testApi();
let owner: Owner;

beforeEach(async () => {
  owner = await api.owner();
});

test.each([
  [
    'starRatingRecentChange',
    { reviewCountDropMinimumThreshold: 0 },
    /^".*" is not possible: allowed is a whole number (of at least 1|from 1 to [\d,]+)$/,
  ],
  ['bestSellerBadge', { sensitivity: 'NONE' }, /^"Sensitivity" is not possible: allowed is HIGH, MEDIUM, or LOW$/],
  ['productCategoryRecentChange', { alertOnCategoryGroupChange: 'yes' }, /is not possible: allowed is true or false$/],
])('a refused setting of %s is named by its label, with what is allowed', async (type, body, message) => {
  const response = await owner.send(putWatchdogSettings, { params: { type }, body });

  expect([response.statusCode, response.json().message]).toEqual([400, expect.stringMatching(message)]);
});

test('a refused threshold of a product is named by its column, with what is allowed', async () => {
  const { productId } = await buildProductOf(api.worker, owner, { asin: 'B0KETTLE01' });

  const response = await owner.send(putOwnSettings, {
    params: { type: 'inventory', productId },
    body: { velocityLookbackDays: 121 },
  });

  expect(response.json().message).toBe(
    '"Velocity lookback days" is not possible: allowed is a whole number from 1 to 120, or an empty field',
  );
});

test('the answer to a refused threshold names the sign for none as allowed', async () => {
  const { productId } = await buildProductOf(api.worker, owner, { asin: 'B0KETTLE01' });

  const response = await owner.send(putOwnSettings, {
    params: { type: 'fbmInventory', productId },
    body: { alertThreshold: 'nothing' },
  });

  expect(response.json().message).toBe(
    '"Alert threshold" is not possible: allowed is a whole number from 0 to 1,000,000 or "none", or an empty field',
  );
});
