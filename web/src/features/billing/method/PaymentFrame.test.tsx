import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { apiErrorOf } from '../../../lib/http/api-error.ts';
import { LostScript } from '../../../lib/browser/load-script.ts';
import { firstPaymentForm, notLoadedBy, reducePaymentForm, type PaymentForm } from './payment-form.ts';
import { PaymentFrame } from './PaymentFrame.tsx';
import type { PaymentFormHandle } from './use-payment-form.ts';

const none = () => undefined;

function shownIn(form: PaymentForm): string {
  const handle: PaymentFormHandle = {
    form,
    provider: null,
    submit: async () => undefined,
    restart: none,
    showReady: none,
    showNotLoaded: none,
  };
  return renderToStaticMarkup(<PaymentFrame handle={handle} fields={null} label="Subscribe" onSubmit={none} />);
}

function signAfter(error: Error): string | undefined {
  const form = reducePaymentForm(firstPaymentForm, notLoadedBy(error));
  const markup = shownIn(form);
  expect(markup).toContain('Try again');
  expect(markup).toContain(form.failure);
  return /sign--(\w+)/.exec(markup)?.[1];
}

const refusal = (status: number, code: string) =>
  apiErrorOf(status, JSON.stringify({ code, message: 'No', requestId: 'r' }));

test('a payment form that an outage keeps from loading has the sign of an outage', () => {
  expect(signAfter(apiErrorOf(0, ''))).toBe('stale');
  expect(signAfter(refusal(502, 'paymentProvider'))).toBe('stale');
  expect(signAfter(new LostScript('The form of the payment provider did not load.'))).toBe('stale');
});

test('a payment form that is refused has the sign of an alert', () => {
  expect(signAfter(refusal(429, 'tooManyRequests'))).toBe('alert');
  expect(signAfter(refusal(501, 'serviceOff'))).toBe('alert');
  expect(signAfter(new Error('Invalid key'))).toBe('alert');
});

test('a payment form that did not load keeps its failure and "Try again" while it is loaded again', () => {
  const failed = reducePaymentForm(firstPaymentForm, notLoadedBy(apiErrorOf(0, '')));
  const retried = reducePaymentForm(failed, { type: 'restarted' });

  expect(shownIn(retried)).toMatch(/You seem to be offline.*<button[^>]*aria-busy="true"[^>]*>Try again/);
  expect(shownIn(reducePaymentForm(retried, { type: 'begun' }))).not.toContain('Try again');
});
