/**
 * The pages on which people enter a payment method. The payment provider's script may run only in documents that were
 * loaded for one of these pages; after a navigation within the application, the page has to be reloaded first.
 */
const paymentPages: readonly string[] = ['/connect', '/settings', '/subscription-and-billing'];

export const isPaymentPage = (path: string): boolean => paymentPages.includes(path);
