/**
 * The pages on which a payment method is entered. Only their documents may run the payment provider's script; a page
 * that was reached without loading its document has to load it first.
 */
const paymentPages: readonly string[] = ['/connect', '/settings', '/subscription-and-billing'];

export const isPaymentPage = (path: string): boolean => paymentPages.includes(path);
