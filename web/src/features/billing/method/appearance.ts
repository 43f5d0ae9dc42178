import type { Appearance } from '@stripe/stripe-js';

/** Our colours and sizes for the provider's frames, which our style sheets do not reach. */
export function providerAppearance(scheme: string): Appearance {
  const style = getComputedStyle(document.documentElement);
  const value = (name: string): string => style.getPropertyValue(name).trim();
  return {
    theme: scheme === 'dark' ? 'night' : 'stripe',
    variables: {
      colorPrimary: value('--accent'),
      colorBackground: value('--surface'),
      colorText: value('--text'),
      colorDanger: value('--alert-t'),
      fontFamily: value('--font'),
      fontSizeBase: '14px',
      borderRadius: value('--r-ctl'),
    },
  };
}
