import { ProductSettingsPage } from '../../features/product-settings/ProductSettingsPage.tsx';
import { Shell } from '../shell/Shell.tsx';

export function ProductSettingsScreen() {
  return (
    <Shell>
      <ProductSettingsPage />
    </Shell>
  );
}
