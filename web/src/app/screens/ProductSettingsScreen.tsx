import { ProductSettingsPage } from '../../features/product-settings/ProductSettingsPage.tsx';
import { Shell } from '../shell/Shell.tsx';

export { awaitFirstProducts } from '../../features/product-settings/product-settings-query.ts';

export function ProductSettingsScreen() {
  return (
    <Shell>
      <ProductSettingsPage />
    </Shell>
  );
}
