import { testNow } from '../database/postgres.ts';
import type { Payments } from '../../src/external/stripe/payments.ts';

const idIn = (tenantId: string): string => tenantId.replaceAll('-', '');

/** The id of a set-up intent of a tenant at the provider below. */
export const setupIntentOf = (tenantId: string): string => `seti_${idIn(tenantId)}`;

const setupOf = (setupIntentId: string) => {
  const id = setupIntentId.replace('seti_', '');
  return {
    setupIntentId,
    createdAt: testNow,
    customerId: `cus_${id}`,
    clientSecret: `${setupIntentId}_secret`,
    status: 'succeeded',
    methodId: `pm_${id}`,
    verificationUrl: null,
    failure: null,
  } as const;
};
/**
 * A payment provider that accepts each method immediately, for tests that are not about payments. Other tests use the
 * stand-in of `billing-api.ts`, which is a server of its own.
 */
export function obligingPayments(): Payments {
  const methods: Payments['methods'] = {
    deleteCustomer: () => Promise.resolve(),
    hasCustomer: () => Promise.resolve(true),
    createCustomer: ({ tenantId }) => Promise.resolve(`cus_${idIn(tenantId)}`),
    saveDetails: () => Promise.resolve('saved'),
    startSetup: (customerId) => Promise.resolve(setupOf(customerId.replace('cus_', 'seti_'))),
    setUpToken: (customerId) => Promise.resolve(setupOf(customerId.replace('cus_', 'seti_'))),
    readSetup: (setupIntentId) => Promise.resolve(setupOf(setupIntentId)),
    readMethod: (methodId) =>
      Promise.resolve({
        methodId,
        method: 'card',
        customerId: methodId.replace('pm_', 'cus_'),
        name: 'Visa',
        last4: '4242',
        expires: '12/34',
        accountType: null,
        accountHolder: null,
        routingNumber: null,
        bankLinkId: null,
      }),
    requestBalance: () => Promise.resolve(),
    readBalance: () => Promise.resolve(null),
    makeDefault: () => Promise.resolve(),
    detach: () => Promise.resolve(),
  };
  return {
    publishableKey: 'pk_test',
    scriptUrl: 'https://js.stripe.test/endive/stripe.js',
    methods,
    // No test that uses this provider collects invoices.
    invoices: {} as Payments['invoices'],
    parseEvent: async () => null,
    listEvents: () => Promise.resolve([]),
  };
}
