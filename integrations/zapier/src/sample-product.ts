/** The fields by which alerts and tracked products name a product. */
export const sampleProduct = {
  product: {
    productId: '4711',
    asin: 'B0C7XK4M2P',
    marketplace: 'US',
    name: 'Cast-iron skillet 26 cm',
    url: 'https://watch.example.com/home#pdet-4711',
  },
  sellerAccount: { sellerId: '12', name: 'Larkhollow US' },
};

export const productFields = [
  { key: 'product__productId', label: 'Product ID' },
  { key: 'product__asin', label: 'ASIN' },
  { key: 'product__marketplace', label: 'Marketplace' },
  { key: 'product__name', label: 'Product name' },
  { key: 'product__url', label: 'Product in Watchpost' },
  { key: 'sellerAccount__sellerId', label: 'Seller account ID' },
  { key: 'sellerAccount__name', label: 'Seller account' },
];
