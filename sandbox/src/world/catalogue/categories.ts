export interface Category {
  readonly displayGroup: string;
  readonly displayGroupTitle: string;
  readonly classificationId: string;
  readonly title: string;
  readonly parentTitle: string;
}

const kitchen = { displayGroup: 'kitchen_display_on_website', displayGroupTitle: 'Kitchen & Dining' };
const home = { displayGroup: 'home_garden_display_on_website', displayGroupTitle: 'Home & Kitchen' };
const garden = { displayGroup: 'lawn_garden_display_on_website', displayGroupTitle: 'Patio, Lawn & Garden' };
const toys = { displayGroup: 'toy_display_on_website', displayGroupTitle: 'Toys & Games' };
const office = { displayGroup: 'office_product_display_on_website', displayGroupTitle: 'Office Products' };

/** Browse nodes of the sandbox; the classification ids are invented. */
export const categories = {
  cookware: { ...kitchen, classificationId: '710300011', title: 'Skillets & Pans', parentTitle: 'Cookware' },
  coffee: { ...kitchen, classificationId: '710300122', title: 'Coffee & Tea Makers', parentTitle: 'Coffee & Tea' },
  storage: { ...kitchen, classificationId: '710300233', title: 'Food Storage', parentTitle: 'Storage & Organisation' },
  prep: { ...kitchen, classificationId: '710300344', title: 'Cutting Boards & Knives', parentTitle: 'Food Prep' },
  drinkware: { ...kitchen, classificationId: '710300455', title: 'Bottles & Mugs', parentTitle: 'Drinkware' },
  lighting: { ...home, classificationId: '710400111', title: 'Lamps & Lanterns', parentTitle: 'Lighting' },
  textiles: { ...home, classificationId: '710400222', title: 'Cushions & Throws', parentTitle: 'Bedding & Textiles' },
  organising: { ...home, classificationId: '710400333', title: 'Baskets & Boxes', parentTitle: 'Home Organisation' },
  bath: { ...home, classificationId: '710400444', title: 'Bath Accessories', parentTitle: 'Bath' },
  planters: { ...garden, classificationId: '710500111', title: 'Plant Pots & Planters', parentTitle: 'Gardening' },
  gardenTools: { ...garden, classificationId: '710500222', title: 'Hand Tools', parentTitle: 'Gardening' },
  birds: { ...garden, classificationId: '710500333', title: 'Bird Feeders', parentTitle: 'Backyard Birding' },
  puzzles: { ...toys, classificationId: '710600111', title: 'Puzzles & Games', parentTitle: 'Toys' },
  toddlers: { ...toys, classificationId: '710600222', title: 'Wooden Toys', parentTitle: 'Toddler Toys' },
  outdoorPlay: { ...toys, classificationId: '710600333', title: 'Outdoor Play', parentTitle: 'Sports & Outdoor Play' },
  desk: { ...office, classificationId: '710700111', title: 'Desk Accessories', parentTitle: 'Office Supplies' },
} as const satisfies Record<string, Category>;

export type CategoryKey = keyof typeof categories;
