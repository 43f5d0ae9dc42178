import { group, item, product, world } from '@app/shared/testing/world-builders.ts';
import { expect, test } from './harness/fixtures.ts';

/** Texts of the marketplace may hold words of any length, as an attribute with a list without spaces. */
const longWord = 'thermosflasche,edelstahl,auslaufsicher,'.repeat(4).replaceAll(',', '');

for (const width of [390, 1280]) {
  test(`words that are longer than a line stay within the page, with a width of ${width}`, async ({
    page,
    open,
    pick,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    const { productId } = await pick();
    const statusDetails = {
      message: longWord,
      from: longWord,
      to: longWord,
      evidence: [{ label: 'Item type keyword', value: longWord }],
    };
    const answer = world({
      products: [product(productId, { productName: longWord })],
      watchDogs: {
        productDetailsRecentChange: group([item(`productDetailsRecentChange-${productId}`, { statusDetails })]),
      },
    });
    await page.route('**/api/sentinel/stateoftheworld**', (route) => route.fulfill({ json: answer }));

    await open(`/home#pdet-${productId}`);
    await expect(page.getByRole('dialog').getByRole('region', { name: 'Open issues' })).toContainText(longWord);
    expect(
      await page.evaluate(
        `(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('dialog'))`,
      ),
    ).toBe(0);

    await page.goto('/table');
    await page.getByRole('button', { name: /^Show issues/ }).click();
    await expect(page.getByRole('article')).toContainText(longWord);
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
  });
}
