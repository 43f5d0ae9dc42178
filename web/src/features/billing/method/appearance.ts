import type { Appearance } from '@stripe/stripe-js';

/** Our colours and sizes for the provider's frames, which our style sheets do not reach. */
export function providerAppearance(): Appearance {
  const root = document.documentElement;
  const style = getComputedStyle(root);
  const value = (name: string): string => style.getPropertyValue(name).trim();
  return {
    theme: root.dataset['theme'] === 'dark' ? 'night' : 'stripe',
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
