import {
  IconAward,
  IconBan,
  IconBell,
  IconBuildingWarehouse,
  IconCalendarRepeat,
  IconCategory,
  IconFileDiff,
  IconHierarchy2,
  IconListSearch,
  IconMessageReport,
  IconMessageStar,
  IconPackage,
  IconPhotoOff,
  IconReceipt2,
  IconShoppingBagX,
  IconShoppingCartX,
  IconStarHalf,
  IconStars,
  IconTag,
  IconTrendingDown,
  IconTrophy,
  IconTruckDelivery,
  IconUsersPlus,
  IconZoomCancel,
  type Icon,
} from '@tabler/icons-react';

/** Icons by the names that the kinds use. They are imported one by one, so that only these are in the bundle. */
const icons: Readonly<Record<string, Icon>> = {
  award: IconAward,
  ban: IconBan,
  'building-warehouse': IconBuildingWarehouse,
  'calendar-repeat': IconCalendarRepeat,
  category: IconCategory,
  'file-diff': IconFileDiff,
  'hierarchy-2': IconHierarchy2,
  'list-search': IconListSearch,
  'message-report': IconMessageReport,
  'message-star': IconMessageStar,
  package: IconPackage,
  'photo-off': IconPhotoOff,
  'receipt-2': IconReceipt2,
  'shopping-bag-x': IconShoppingBagX,
  'shopping-cart-x': IconShoppingCartX,
  'star-half': IconStarHalf,
  stars: IconStars,
  tag: IconTag,
  'trending-down': IconTrendingDown,
  trophy: IconTrophy,
  'truck-delivery': IconTruckDelivery,
  'users-plus': IconUsersPlus,
  'zoom-cancel': IconZoomCancel,
};

export function WatchdogIcon({ name, size = 16 }: { readonly name: string; readonly size?: number }) {
  const Shape = icons[name] ?? IconBell;
  return <Shape size={size} aria-hidden="true" />;
}
