import { expect, test } from 'vitest';
import { someoneWaits } from '../../../../testing/database/database.ts';
import { testApi } from '../../../../testing/http/api.ts';
import { buildProductOf } from '../../../../testing/observing/products.ts';
import { nextWorldVersion } from '../../../lib/db/world-version.ts';
import { writeSpreadsheet } from '../../../lib/spreadsheet/write-spreadsheet.ts';
import { lockForSettings, listSheetProducts, saveItemSettings } from './spreadsheet-queries.ts';
import { importSheet } from './spreadsheets.ts';

const api = testApi();
const headers = ['Marketplace', 'ASIN', 'Velocity lookback days', 'Warning days', 'Alert days'];

test('an import that waits for a change of somebody else does not overwrite it', async () => {
  const { tenantId } = await api.owner();
  const { productId } = await buildProductOf(api.worker, { tenantId }, { asin: 'B0KETTLE01' });
  const viewer = { emailAddressId: '1', email: 'owner@owners.example', isOwner: true, hiddenSellerAccountIds: [] };
  const actor = { ...viewer, tenantId, sessionHash: '', isServed: true };
  const type = 'inventory';
  const theirs = { velocityLookbackDays: 14, warningDays: 20, alertDays: 5 };
  const bytes = await writeSpreadsheet({
    name: 'Plan',
    columns: headers.map((header) => ({ header, width: 12 })),
    rows: [['US', 'B0KETTLE01', 14, 10, 5]],
  });
  const [changed, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const change = api.worker.tenant(tenantId, async (tx) => {
    const itemId = `${type}-${productId}`;
    await lockForSettings(tx, tenantId, [itemId]);
    const version = await nextWorldVersion(tx, tenantId);
    const items = [{ itemId, productId, settings: theirs }];
    await saveItemSettings(tx, { tenantId, type, items, at: api.clock.now(), version });
    changed.resolve();
    await ended.promise;
  });
  await changed.promise;

  const importing = importSheet({ db: api.worker, clock: api.clock }, actor, { prefix: type, bytes, isPreview: false });
  const failure = importing.catch((error: unknown) => error);
  await someoneWaits(api.database);
  ended.resolve();
  await change;

  expect(await failure).toMatchObject({ code: 'importOvertaken' });
  const products = await api.worker.tenant(tenantId, (tx) => listSheetProducts(tx, actor, type));
  expect(products).toMatchObject([{ productId, settings: theirs }]);
});
