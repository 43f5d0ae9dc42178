import {
  IconBan,
  IconBell,
  IconCategory,
  IconFileDiff,
  IconMessageReport,
  IconPhotoOff,
  IconReceipt2,
  IconShoppingCartX,
  IconTag,
  IconUsersPlus,
  type Icon,
} from '@tabler/icons-react';

/** Tabler's names, as the kinds use them; imported one by one, so that only these reach the browser. */
const icons: Readonly<Record<string, Icon>> = {
  ban: IconBan,
  category: IconCategory,
  'file-diff': IconFileDiff,
  'message-report': IconMessageReport,
  'photo-off': IconPhotoOff,
  'receipt-2': IconReceipt2,
  'shopping-cart-x': IconShoppingCartX,
  tag: IconTag,
  'users-plus': IconUsersPlus,
};

export function WatchdogIcon({ name, size = 16 }: { readonly name: string; readonly size?: number }) {
  const Shape = icons[name] ?? IconBell;
  return <Shape size={size} aria-hidden="true" />;
}
