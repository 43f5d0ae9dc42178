import { expect, test } from 'vitest';
import { exportBilling } from '@app/shared/contract/billing.ts';
import { dayOf } from '@app/shared/base/calendar-day.ts';
import { testApi } from '../../../../testing/http/api.ts';
import { insertCorrection } from '../invoices/correction-queries.ts';

const api = testApi();

test('the amount of a credit is exported as a number, and a reason that begins like a formula as a text', async () => {
  const owner = await api.owner();
  const createdAt = api.clock.now();
  await api.worker.tenant(owner.tenantId, (tx) =>
    insertCorrection(tx, {
      tenantId: owner.tenantId,
      kind: 'credit',
      day: null,
      mills: -2500,
      reason: '-1+2 is a formula',
      createdAt,
    }),
  );

  const { body } = await owner.send(exportBilling, {});

  const day = dayOf(createdAt);
  expect(body.split('\r\n')).toContain(`credit,${day},${day},,,,-2.500,'-1+2 is a formula,`);
});
